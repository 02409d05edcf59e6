/// The place in the HTML document that the template has reached. It is the state of the tokenizer in the HTML standard (section 13.2.5),
/// with only the details that decide how a value is escaped.
struct HTMLState: Hashable {
    enum Mode: Hashable {
        case text, tagOpen, endTagOpen, tagName
        case gap
        /// The place between attributes, after a section that may have ended with an attribute's name. A separator must follow.
        case unseparatedGap
        case attributeName, afterAttributeName, beforeValue
        case doubleQuoted, singleQuoted, unquoted
        /// The place after a value that is the whole value of an attribute without quotes.
        case unquotedName
        case markupDeclaration, bogusComment
        case commentStart, commentStartDash, comment, commentDash, commentEnd, commentEndBang
        /// The content of an element that cannot contain tags, such as script, style, title or textarea.
        case rawText
    }

    var mode = Mode.text
    /// The bytes of the current name that have been read: the name of a tag, of an attribute, or of the end tag of raw text.
    var name: [UInt8] = []
    var tag = HTMLTag()
    var value = AttributeValue()
}

struct HTMLTag: Hashable {
    var element = ""
    var isEnd = false
    /// Whether this is a meta tag with the attribute http-equiv. Browsers then act on its attribute `content`.
    var hasHTTPEquiv = false
    /// Whether an attribute of this meta tag shows a value that is perhaps not a whole number. Any attribute counts.
    var hasTextContent = false

    /// Whether values may be shown in this element, which cannot contain tags. The standard calls its content escapable raw text.
    var isEscapableRawText: Bool { element == "title" || element == "textarea" }

    var isRawText: Bool { isEscapableRawText || Self.rawTextElements.contains(element) }

    private static let rawTextElements: Set = ["script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"]
}

/// The kind of values that may be shown in an attribute.
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
    /// The parts of a URL to which the next byte may belong. There are several possible parts after a section that is not always shown.
    struct URLParts: OptionSet, Hashable {
        let rawValue: UInt8
        /// The beginning of the URL, before any of `:/?#`. The text so far may become a scheme.
        static let start = URLParts(rawValue: 1)
        static let path = URLParts(rawValue: 2)
        static let query = URLParts(rawValue: 4)
        /// The part after a scheme that is not allowed, such as `javascript:`, or after a character reference that may stand for such a
        /// scheme.
        static let scriptScheme = URLParts(rawValue: 8)
    }

    static let schemes: Set = ["http", "https", "mailto", "otpauth", "tel"]
    /// The maximum number of bytes of a scheme that are stored. Every allowed scheme is shorter.
    static let longestScheme = 8

    var kind = AttributeKind.text
    var url = URLParts.start
    var scheme: [UInt8] = []
    /// Whether the beginning of the URL is not always the same static text, so that its scheme is unknown.
    var hasUncertainStart = false
}
