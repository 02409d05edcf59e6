import Testing

@testable import Web

struct CacheTests {
    @Test func `used entries stay and others are evicted`() {
        let cache = Cache<Int, Int>(limit: 10)
        cache.store(0, for: 0, readAfter: 0)
        for number in 1...100 {
            cache.store(number, for: number, readAfter: 0)
            #expect(cache[0] == 0)
        }
        #expect((1...100).count(where: { cache[$0] != nil }) <= 10)
        #expect(cache[1] == nil && cache[100] == 100)
    }

    @Test func `a value read before a removal is not stored`() {
        let cache = Cache<String, Int>(limit: 10)
        let removals = cache.removals
        cache.remove("a")
        cache.store(1, for: "a", readAfter: removals)
        #expect(cache["a"] == nil)
        cache.store(2, for: "a", readAfter: cache.removals)
        #expect(cache["a"] == 2)
    }
}
