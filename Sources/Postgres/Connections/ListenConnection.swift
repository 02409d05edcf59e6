import CLibPQ
import Logging

public enum NotificationEvent: Sendable, Equatable {
    /// The connection listens from now on. Notifications before this event may have been missed.
    case listening
    /// The connection is lost. Notifications are missed from now on.
    case lost
    case message(String)
}

/// The connection that runs LISTEN. It is used on the I/O thread only.
final class ListenConnection: LinkOwner {
    let link: Link
    private let channel: String
    private let events: AsyncStream<NotificationEvent>.Continuation
    private var isListening = false

    init(link: Link, channel: String, events: AsyncStream<NotificationEvent>.Continuation) {
        self.link = link
        self.channel = channel
        self.events = events
        link.owner = self
    }

    func linkOpened(_ link: Link) {
        guard let connection = link.connection, PQsendQuery(connection, "LISTEN \"\(channel)\"") == 1 else {
            return link.lose("LISTEN could not be sent")
        }
        link.flush()
    }

    func linkReadable(_ link: Link) {
        guard let connection = link.connection else { return }
        while PQisBusy(connection) == 0, let result = PQgetResult(connection) {
            defer { PQclear(result) }
            guard PQresultStatus(result) == PGRES_COMMAND_OK else {
                return link.lose("LISTEN was refused (\(result.errorField("C") ?? "no code"))")
            }
            isListening = true
            events.yield(.listening)
        }
        while let notification = PQnotifies(connection) {
            if let payload = notification.pointee.extra { events.yield(.message(String(cString: payload))) }
            PQfreemem(notification)
        }
    }

    func linkLost(_ link: Link, because reason: String, wasOpen: Bool) {
        if isListening { events.yield(.lost) }
        isListening = false
    }
}
