import Postgres

struct ReportDataQueries {
}
