"""What is kept on a device: how it is written, merged, deleted and brought back."""
