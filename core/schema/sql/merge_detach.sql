-- Purpose: lets go of the input of a merge. Parameters: none. Result: none.
DETACH DATABASE source;
