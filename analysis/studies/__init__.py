"""What a data set says about balance and difficulty, whatever the game: frames in, frames out."""
