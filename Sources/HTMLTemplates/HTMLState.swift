/// Where in an HTML document a byte of a template stands: the tokenizer's state of the HTML standard (section 13.2.5),
/// as far as it decides how a value is escaped there.
struct HTMLState: Hashable {
    enum Mode: Hashable {
        case text, tagOpen, endTagOpen, tagName
        /// Between attributes.
        case gap
        /// Between attributes after a section that may have ended with a name, so that a separator has to follow.
        case unseparatedGap
        case attributeName, afterAttributeName, beforeValue
        case doubleQuoted, singleQuoted, unquoted
        /// An unquoted attribute that is one value of the data.
        case unquotedName
        case markupDeclaration, bogusComment
        case commentStart, commentStartDash, comment, commentDash, commentEnd, commentEndBang
        /// The content of an element in which there are no tags: script, style, title, textarea …
        case rawText
    }

    var mode = Mode.text
    /// What was read of a tag's name, an attribute's name, or the end tag of a raw text.
    var name: [UInt8] = []
    var tag = HTMLTag()
    var value = AttributeValue()
}

struct HTMLTag: Hashable {
    var element = ""
    var isEnd = false
    /// A meta tag with http-equiv, whose content a browser acts upon.
    var hasHTTPEquiv = false
    /// A meta tag whose content shows something else than a number.
    var hasTextContent = false

    /// Content without tags, of which values may be part (the standard's escapable raw text).
    var isEscapableRawText: Bool { element == "title" || element == "textarea" }

    var isRawText: Bool { isEscapableRawText || Self.rawTextElements.contains(element) }

    private static let rawTextElements: Set = ["script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"]
}

/// What may be shown in an attribute.
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

/// An attribute's value as far as it was read.
struct AttributeValue: Hashable {
    /// The parts of a URL in which the next byte may stand: several after a section that is not always shown.
    struct URLParts: OptionSet, Hashable {
        let rawValue: UInt8
        /// Before any of `:/?#`: a scheme may still be made here.
        static let start = URLParts(rawValue: 1)
        static let path = URLParts(rawValue: 2)
        /// The query or the fragment.
        static let query = URLParts(rawValue: 4)
        /// After a scheme such as `javascript:`, or after a character reference that may stand for one.
        static let scriptScheme = URLParts(rawValue: 8)
    }

    static let schemes: Set = ["http", "https", "mailto", "otpauth", "tel"]
    /// No scheme that begins like this is one of these.
    static let longestScheme = 8

    var kind = AttributeKind.text
    var url = URLParts.start
    /// The static text at the start.
    var scheme: [UInt8] = []
    /// Whether the start is not, or not always, static text.
    var hasUncertainStart = false
}
