import Web

/// Forms with files, as far as they are received: for photos, and for whatever else comes as a file.
struct UploadFeature: Feature {
    func state(_ services: Services) throws -> (any FeatureState)? { try UploadState(services) }
}

/// What is being received.
final class UploadState: FeatureState {
    fileprivate let folder: UploadFolder
    fileprivate let uploads: Uploads
    fileprivate let imports = ImportLane()

    /// Throws when there is no place for uploads.
    init(_ services: Services) throws {
        folder = try UploadFolder(below: services.settings.data)
        uploads = Uploads(services.settings.uploads)
    }

    func addGauges(to page: inout PrometheusText) {
        page.gauge("boardwalk_uploads_taken", "Forms with files that are being received.", uploads.places.heldCount)
    }

    func end() { folder.remove() }
}

extension Services {
    var uploadFolder: UploadFolder { self[UploadState.self].folder }
    var uploads: Uploads { self[UploadState.self].uploads }
    var imports: ImportLane { self[UploadState.self].imports }
}
