-- Purpose: counts documents that a merge leaves out because the result has another one of that kind. Parameters: none. Result: their number, the first kind.
SELECT count(*), coalesce(min(s.kind), '') FROM source.document s JOIN main.document m ON m.kind = s.kind WHERE m.content <> s.content;
