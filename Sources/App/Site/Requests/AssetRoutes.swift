import Hummingbird
import Web

struct AssetRoutes {
    func add(to site: Site) {
        site.get("/assets/:name") { visit in try answer(visit) }
        for path in AssetStore.plain { site.get(RouterPath(stringLiteral: path)) { visit in try answer(visit) } }
    }

    private func answer(_ visit: Visit) throws -> Response {
        let path = visit.request.uri.path
        guard let asset = visit.services.assets[path] else { throw Problem.notFound }
        let lifetime = AssetStore.isImmutable(path) ? "public, max-age=31536000, immutable" : "public, max-age=3600"
        return asset.response(to: visit.request, cacheControl: lifetime)
    }
}
