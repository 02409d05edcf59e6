import FoundationEssentials

/// Decodes JSON that comes from outside: a file that a member sends, or another host's answer.
public enum UntrustedJSON {
    /// Decodes a value whose strings have at most 30 combining marks in a row (see `StreamSafeText`). Throws `DecodingError`.
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Collection<UInt8>) throws -> Value {
        try JSONDecoder().decode(type, from: Data(StreamSafeText.json(bytes)))
    }
}
