"""What boards and screens are drawn with: markup, words, paint, scenes."""
