-- Purpose: makes an input of a merge readable as schema source. Parameters: path. Result: none.
ATTACH DATABASE ? AS source;
