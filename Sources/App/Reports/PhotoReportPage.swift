import HTMLTemplates

struct PhotoReportPage: Page {
    static let template = "photos/report"
    var layout: Layout
    var photo: PhotoView
    var report: ReportForm
    var problem: String?

    init(_ photo: Photo, _ state: ReportState, problem: String?, visit: MemberVisit) {
        layout = visit.layout
        self.photo = PhotoView(photo, club: visit.club)
        report = ReportForm(
            self.photo.path + "/reports", "photo", "shared", by: photo.author, state, club: visit.club)
        self.problem = problem
    }
}
