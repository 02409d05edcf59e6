import Calendar
import FoundationEssentials
import Postgres

struct DayQueries {
    func today(in zone: String) -> Query<CalendarDate> { .one("SELECT \(Day.of("now()", in: "$1"))", zone) }
}
