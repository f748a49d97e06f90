"""What to do now, how sure that is, and why: plans, reasons, reviews, in words and as a page."""
