import Hummingbird
import Postgres
import Web

/// Making an account, with a picture or without.
struct RegistrationRoutes {
    func add(to site: Site) {
        site.get("/register") { visit in try await show(visit) }
        site.upload("/register") { visit in try await receive(visit) }
    }

    private func show(_ visit: Visit) async throws -> Response {
        let next = visit.query("next") ?? ""
        if visit.session != nil { return visit.redirect(to: Visit.localPath(next) ?? "/") }
        let page = RegisterPage(
            layout: visit.layout(), next: next, pictureField: PictureField(visit: visit), invitation: await visit.invitation(to: next),
            providers: visit.providers(next: next))
        return try visit.page(page)
    }

    /// A form without files may come like any other.
    private func receive(_ visit: Visit) async throws -> Response {
        guard !ContentType(visit.request.headers[.contentType]).isForm else {
            return try await register(Upload(fields: visit.form, files: [], folder: ""), visit)
        }
        return try await Upload.receive(visit, for: .newcomer(from: visit.network), within: .registration(visit)) { upload in
            try await register(upload, visit)
        }
    }

    private func register(_ upload: Upload, _ visit: Visit) async throws -> Response {
        var registration = Registration(upload)
        do {
            guard registration.isValid else {
                // Whoever asks for many names is not told which are taken.
                if (try? visit.services.limiter.spend(.takenNames, by: visit.network)) != nil {
                    let query = AccountQueries().taken(username: registration.username, email: registration.email)
                    registration.note(taken: try await visit.database.read(query))
                }
                return try await showAgain(registration, upload, visit)
            }
            try visit.services.limiter.spend(.registration, by: visit.network)
            let account = try await visit.services.create(registration)
            return try await visit.begin(
                as: account, by: .newAccount, next: try await bring(registration.picture, to: account, upload, visit))
        } catch let error as DatabaseError where registration.note(error) {
            return try await showAgain(registration, upload, visit)
        } catch let problem as Problem where problem.status == .tooManyRequests {
            registration.usernameProblem = problem.detail
            var response = try await showAgain(registration, upload, visit)
            (response.status, response.headers[.retryAfter]) = (problem.status, problem.retryAfter.map(String.init))
            return response
        }
    }

    /// Looks into the picture, now that there is somebody whose it is. Returns where they go on: the account stays, whatever is wrong with it.
    private func bring(_ picture: SentPicture?, to account: ID<Account>, _ upload: Upload, _ visit: Visit) async throws -> String {
        let next = upload.fields["next"]
        guard let picture else { return next }
        do {
            try await visit.services.keep(picture, for: Holder(account: account, network: visit.network))
            return next
        } catch let error as CancellationError {
            throw error
        } catch {
            let fault = (error as? Refusal).flatMap { PictureFault($0) }
            if fault == nil {
                visit.services.logger.error(
                    "no picture for a new account",
                    metadata: ["id": .stringConvertible(visit.context.requestID), "error": "\(error)"])
            }
            return AccountPicturePage.path(after: fault ?? .unknown, next: next)
        }
    }

    private func showAgain(_ registration: Registration, _ upload: Upload, _ visit: Visit) async throws -> Response {
        let next = upload.fields["next"]
        // A page cannot fill in a file; a script that asked for the page keeps it.
        let isLost = registration.picture != nil && !visit.wantsRepresentation
        let pictureProblem =
            registration.pictureRefusal?.sentence ?? (isLost ? "Choose your picture once more: a form cannot keep it." : nil)
        let page = RegisterPage(
            layout: visit.layout(),
            problems: FieldProblem.list([
                "username": registration.usernameProblem, "display_name": registration.displayNameProblem,
                "email": registration.emailProblem, "password": registration.passwordProblem, "picture": pictureProblem,
            ]),
            username: registration.username, email: registration.email, displayName: registration.displayName, next: next,
            usernameProblem: registration.usernameProblem, emailProblem: registration.emailProblem,
            passwordProblem: registration.passwordProblem, displayNameProblem: registration.displayNameProblem,
            pictureField: PictureField(problem: pictureProblem, visit: visit), invitation: await visit.invitation(to: next),
            providers: visit.providers(next: next))
        let refusal = registration.areWordsValid ? registration.pictureRefusal : nil
        var response = try visit.page(page, status: refusal?.status ?? .unprocessableContent)
        response.headers[.retryAfter] = refusal?.retryAfter.map(String.init)
        return response
    }
}

extension Services {
    /// Creates the account of a valid registration. Throws `DatabaseError` when a name is taken.
    func create(_ registration: Registration) async throws -> ID<Account> {
        let hash = try await passwords.hash(registration.password)
        return try await database.write(
            AccountQueries().create(
                username: registration.username, email: registration.email, displayName: registration.displayName, passwordHash: hash))
    }
}

extension UploadForm.Limits {
    /// For the form of somebody who has no account yet: one file, hardly more, and not often.
    static func registration(_ visit: Visit) -> UploadForm.Limits {
        var limits = UploadForm.Limits()
        (limits.files, limits.bytes, limits.bytesWithoutPlace) = (2, 13 << 20, Form.sizeLimit)
        limits.refusal = { [limiter = visit.services.limiter, network = visit.network] in
            limiter.secondsToWait(.registrationPicture, by: network).map { seconds in
                var refusal = Refusal(.tooMany(seconds: seconds))
                refusal.sentence += " Or register without a picture, and choose one later."
                return refusal
            }
        }
        return limits
    }
}

extension RateLimiter.Limit {
    static let takenNames = RateLimiter.Limit(name: "taken names", burst: 20, secondsPerToken: 60)
    static let registration = RateLimiter.Limit(name: "registration", burst: 20, secondsPerToken: 60)
    /// By address, of pictures that came with a form: one comes again with each correction.
    static let registrationPicture = RateLimiter.Limit(name: "registration picture", burst: 30, secondsPerToken: 60)
}
