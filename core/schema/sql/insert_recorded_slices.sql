-- Purpose: adds rows that the recorder holds in memory, as the virtual table recorded_slices. Parameters: none. Result: none.
INSERT INTO slice SELECT c0, c1, c2, c3, c4, c5, c6 FROM recorded_slices;
