import Pictures
import Hummingbird
import Postgres
import Web

struct RegistrationRoutes {
    func add(to site: Site) {
        site.get("/register") { visit in try await show(visit) }
        site.upload("/register") { visit in try await receive(visit) }
    }

    private func show(_ visit: Visit) async throws -> Response {
        let next = visit.query("next") ?? ""
        if visit.session != nil { return visit.redirect(to: Visit.localPath(next) ?? "/") }
        let page = RegisterPage(
            layout: visit.layout(), next: next, pictureField: PictureField(visit: visit),
            invitation: await visit.invitingClubName(for: next), providers: visit.providerLinks(next: next))
        return try visit.page(page)
    }

    /// Accepts a multipart form, which can contain a file, and also an ordinary form without a file.
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
                // The rate limit prevents a visitor from finding out for many names whether they are taken.
                if (try? visit.services.limiter.spend(.takenNames, by: visit.network)) != nil {
                    let query = AccountQueries().takenNames(username: registration.username, email: registration.email)
                    registration.addProblems(for: try await visit.database.read(query))
                }
                return try await respondWithForm(registration, upload, visit)
            }
            try visit.services.limiter.spend(.registration, by: visit.network)
            let account = try await visit.services.create(registration)
            return try await visit.continueSignIn(
                as: account, by: .newAccount, next: try await savePicture(registration.picture, of: account, upload, visit))
        } catch let error as DatabaseError where registration.addProblem(for: error) {
            return try await respondWithForm(registration, upload, visit)
        } catch let problem as Problem where problem.status == .tooManyRequests {
            registration.usernameProblem = problem.detail
            var response = try await respondWithForm(registration, upload, visit)
            (response.status, response.headers[.retryAfter]) = (problem.status, problem.retryAfter.map(String.init))
            return response
        }
    }

    /// Stores the picture of a new account. Returns the path to which the visitor is redirected after the registration. The account is kept
    /// even if the picture is refused.
    private func savePicture(
        _ picture: UploadedPicture?, of account: ID<Account>, _ upload: Upload, _ visit: Visit
    ) async throws -> String {
        let next = upload.fields["next"]
        guard let picture else { return next }
        do {
            try await visit.services.saveAccountPicture(picture, for: Requester(account: account, network: visit.network))
            return next
        } catch let error as CancellationError {
            throw error
        } catch {
            let fault = (error as? Refusal)?.cause as? PictureFault
            if fault == nil {
                visit.services.logger.error(
                    "the picture of a new account could not be stored",
                    metadata: ["id": .stringConvertible(visit.context.requestID), "error": "\(error)"])
            }
            return AccountPicturePage.path(after: fault ?? .unknown, next: next)
        }
    }

    private func respondWithForm(_ registration: Registration, _ upload: Upload, _ visit: Visit) async throws -> Response {
        let next = upload.fields["next"]
        // A new page loses the file that the visitor chose. A script that asks for a representation (RFC 7240) keeps the form of the
        // current page, and with it the file.
        let isLost = registration.picture != nil && !visit.wantsRepresentation
        let pictureProblem =
            registration.pictureRefusal?.sentence ?? (isLost ? "Choose your picture again: the form cannot keep a file." : nil)
        let page = RegisterPage(
            layout: visit.layout(),
            problems: FieldProblem.list([
                "username": registration.usernameProblem, "display_name": registration.displayNameProblem,
                "email": registration.emailProblem, "password": registration.passwordProblem, "picture": pictureProblem,
            ]),
            username: registration.username, email: registration.email, displayName: registration.displayName, next: next,
            usernameProblem: registration.usernameProblem, emailProblem: registration.emailProblem,
            passwordProblem: registration.passwordProblem, displayNameProblem: registration.displayNameProblem,
            pictureField: PictureField(problem: pictureProblem, visit: visit), invitation: await visit.invitingClubName(for: next),
            providers: visit.providerLinks(next: next))
        let refusal = registration.areTextFieldsValid ? registration.pictureRefusal : nil
        var response = try visit.page(page, status: refusal?.status ?? .unprocessableContent)
        response.headers[.retryAfter] = refusal?.retryAfter.map(String.init)
        return response
    }
}

extension Services {
    /// Creates the account of a valid registration. Throws `DatabaseError` if the username or the address is taken.
    func create(_ registration: Registration) async throws -> ID<Account> {
        let hash = try await passwords.hash(registration.password)
        return try await database.write(
            AccountQueries().create(
                username: registration.username, email: registration.email, displayName: registration.displayName, passwordHash: hash))
    }
}

extension UploadForm.Limits {
    /// Limits for the form of a visitor without an account: fewer files and bytes, and a rate limit.
    static func registration(_ visit: Visit) -> UploadForm.Limits {
        var limits = UploadForm.Limits()
        // One megabyte is more than enough for everything in the form except the picture.
        (limits.files, limits.bytes, limits.bytesWithoutPlace) = (2, (UploadForm.Limits.fileMegabytes + 1) << 20, Form.sizeLimit)
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
    /// Limits how many pictures visitors from one network can upload when they register. The limit is not lower, because the browser sends
    /// the picture again with each correction of the form.
    static let registrationPicture = RateLimiter.Limit(name: "registration picture", burst: 30, secondsPerToken: 60)
}
