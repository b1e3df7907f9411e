"""What screens with a board share: match, exercises, studies, the editor, the workshop."""
