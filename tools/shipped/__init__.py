"""What a built site is made of: its bill of materials, and the licences of all of it."""
