"""What the screens share on which there is something to do on a board that nobody keeps."""
