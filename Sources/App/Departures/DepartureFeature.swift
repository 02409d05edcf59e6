import HTMLTemplates

struct DepartureFeature: Feature {
    let pages: [any Page.Type] = [LeavePage.self, AccountDeletionPage.self]
    let scheduledCleanups = [
        ScheduledCleanup("deleted accounts", .server { try await Departures($0).deleteDueAccounts() }),
        ScheduledCleanup("leaving members") { _ in
            DepartureQueries().due(limit: 5)
        } each: { account, club, services in
            try await Departures(services).endDueMembership(of: account, in: club)
        },
        ScheduledCleanup("former members") { _ in
            DepartureQueries().awaitingErasure(limit: 5)
        } each: { member, club, services in
            try await Departures(services).eraseData(of: member, in: club.id)
            return true
        },
        ScheduledCleanup("clubs without members") { _ in
            DepartureQueries().emptyClub(days: DepartureRoutes.daysOfGrace)
        } each: { _, club, services in
            try await Departures(services).deleteRows(ofEmpty: club)
        },
    ]

    func add(to site: Site) {
        DepartureRoutes().add(to: site)
    }
}
