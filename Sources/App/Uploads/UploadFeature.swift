import Web

struct UploadFeature: Feature {
    func state(_ services: Services) throws -> (any FeatureState)? { try UploadState(services) }
}

final class UploadState: FeatureState {
    fileprivate let folder: UploadFolder
    fileprivate let uploads: Uploads
    fileprivate let imports = ImportLane()

    /// Throws if the folder for uploads cannot be created.
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
