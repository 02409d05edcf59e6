/// The place of a byte of a template in the HTML document. It is the tokenizer's state of the HTML standard (section 13.2.5), as far as it
/// decides how a value is escaped there.
struct HTMLState: Hashable {
    enum Mode: Hashable {
        case text, tagOpen, endTagOpen, tagName
        case gap
        /// Between attributes, after a section that may have ended with a name, so that a separator must follow.
        case unseparatedGap
        case attributeName, afterAttributeName, beforeValue
        case doubleQuoted, singleQuoted, unquoted
        /// An unquoted attribute that consists of one value.
        case unquotedName
        case markupDeclaration, bogusComment
        case commentStart, commentStartDash, comment, commentDash, commentEnd, commentEndBang
        /// The content of an element without tags, such as script, style, title or textarea.
        case rawText
    }

    var mode = Mode.text
    /// The bytes read so far of a tag's name, an attribute's name, or the end tag of raw text.
    var name: [UInt8] = []
    var tag = HTMLTag()
    var value = AttributeValue()
}

struct HTMLTag: Hashable {
    var element = ""
    var isEnd = false
    /// Whether this is a meta tag with http-equiv, so that browsers act on its content.
    var hasHTTPEquiv = false
    /// Whether this is a meta tag that shows something other than a number in its content.
    var hasTextContent = false

    /// Whether values may be shown in the element although it contains no tags (escapable raw text in the standard).
    var isEscapableRawText: Bool { element == "title" || element == "textarea" }

    var isRawText: Bool { isEscapableRawText || Self.rawTextElements.contains(element) }

    private static let rawTextElements: Set = ["script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"]
}

/// The kind of values that an attribute may show.
enum AttributeKind: Hashable {
    case text
    case url
    case integer
    case refused(String)

    init(_ attribute: String, of element: String, hasHTTPEquiv: Bool) {
        let name = attribute.utf8.lastIndex(of: UInt8(ascii: ":")).map { String(attribute[$0...].dropFirst()) } ?? attribute
        self =
            if name.hasPrefix("on") || name == "style" || name == "srcdoc" {
                .refused("the attribute `\(attribute)`, which browsers run or parse; use a class or a data- attribute")
            } else if name == "srcset" || name == "imagesrcset" {
                .refused("the attribute `\(attribute)`, which holds several URLs; use src")
            } else if element == "meta" && name == "http-equiv" || Self.animations.contains(element) && Self.animated.contains(name) {
                .refused("the attribute `\(attribute)` of <\(element)>, which changes what the tag does; write its value out")
            } else if element == "meta" && name == "content" && hasHTTPEquiv {
                .integer
            } else {
                Self.urls.contains(name) ? .url : .text
            }
    }

    private static let animations: Set = ["animate", "animatemotion", "animatetransform", "set"]
    private static let animated: Set = ["attributename", "by", "from", "to", "values"]
    private static let urls: Set = [
        "action", "archive", "background", "cite", "classid", "codebase", "data", "dynsrc", "formaction", "href", "icon", "longdesc",
        "lowsrc", "manifest", "ping", "poster", "profile", "src", "usemap",
    ]
}

struct AttributeValue: Hashable {
    /// The parts of a URL in which the next byte may stand. There may be several after a section that is not always shown.
    struct URLParts: OptionSet, Hashable {
        let rawValue: UInt8
        /// Before any of `:/?#`. The text may still become a scheme.
        static let start = URLParts(rawValue: 1)
        static let path = URLParts(rawValue: 2)
        static let query = URLParts(rawValue: 4)
        /// After a scheme such as `javascript:`, or after a character reference that may stand for such a scheme.
        static let scriptScheme = URLParts(rawValue: 8)
    }

    static let schemes: Set = ["http", "https", "mailto", "otpauth", "tel"]
    /// The number of bytes of a scheme that are read. Every allowed scheme is shorter.
    static let longestScheme = 8

    var kind = AttributeKind.text
    var url = URLParts.start
    var scheme: [UInt8] = []
    /// Whether the start is not, or not always, static text.
    var hasUncertainStart = false
}
