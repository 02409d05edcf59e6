-- The periods of `member_ride_totals` that a day belongs to: all time, its year and its month.
CREATE OR REPLACE FUNCTION ride_periods(day date) RETURNS SETOF text LANGUAGE sql IMMUTABLE ROWS 3 AS $$
    VALUES (''), (to_char(day, 'YYYY')), (to_char(day, 'YYYY-MM'))
$$;
