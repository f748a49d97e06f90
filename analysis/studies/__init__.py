"""What a data set says about balance and difficulty: frames in, frames out."""
