/// Translates a parsed pattern into the dialect of Foundation's regular expressions, keeping its meaning in ECMAScript.
package enum PatternTranslator {
    package static func expression(for syntax: PatternSyntax) -> String {
        switch syntax {
        case .empty: ""
        case .scalar(let scalar): escaped(scalar.value)
        case .set(let set): expression(for: set)
        case .sequence(let terms): terms.map(expression(for:)).joined()
        case .alternatives(let branches): branches.map(expression(for:)).joined(separator: "|")
        case .group(let body, let number): (number == nil ? "(?:" : "(") + expression(for: body) + ")"
        case .repetition(let atom, let minimum, let maximum, let isLazy):
            "(?:\(expression(for: atom))){\(minimum),\(maximum.map(String.init) ?? "")}" + (isLazy ? "?" : "")
        case .start: "\\A"
        case .end: "\\z"
        case .wordBoundary(let isNegated): isNegated ? "(?:\(inside)|\(outside))" : "(?:\(opening)|\(closing))"
        case .look(let body, let isBehind, let isNegated):
            "(?\(isBehind ? "<" : "")\(isNegated ? "!" : "=")\(expression(for: body)))"
        case .backreference(let number): "(?:\\\(number))"
        }
    }

    // `\b` of Foundation's expressions counts letters of every script; ECMAScript's only ASCII.
    private static let opening = "(?<![A-Za-z0-9_])(?=[A-Za-z0-9_])"
    private static let closing = "(?<=[A-Za-z0-9_])(?![A-Za-z0-9_])"
    private static let inside = "(?<=[A-Za-z0-9_])(?=[A-Za-z0-9_])"
    private static let outside = "(?<![A-Za-z0-9_])(?![A-Za-z0-9_])"

    private static func expression(for set: ScalarSet) -> String {
        if set.ranges.isEmpty, set.properties.isEmpty {
            return set.isNegated ? "[\\x{0}-\\x{10FFFF}]" : "(?!)"
        }
        let ranges = set.ranges.map { "\(escaped($0.lowerBound))-\(escaped($0.upperBound))" }
        let properties = set.properties.map { "\\\($0.isNegated ? "P" : "p"){\($0.expression)}" }
        return "[\(set.isNegated ? "^" : "")" + (ranges + properties).joined() + "]"
    }

    private static func escaped(_ value: UInt32) -> String { "\\x{\(String(value, radix: 16))}" }
}

/// The names that ECMAScript allows within `\p{…}`. They are exact there, and matched loosely by Foundation.
enum UnicodePropertyName {
    /// The property in the spelling of Foundation's expressions; nil if ECMAScript knows no such name.
    static func expression(for name: String) -> String? {
        let parts = name.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        switch parts.count {
        case 1:
            if name == "Any" || name == "Assigned" || name == "ASCII" { return name }
            return categories.contains(name) || binaries.contains(name) ? name : nil
        case 2 where parts[0] == "General_Category" || parts[0] == "gc":
            return categories.contains(parts[1]) ? parts[1] : nil
        case 2 where ["Script", "sc", "Script_Extensions", "scx"].contains(parts[0]):
            // Foundation knows the scripts, whose number grows, and refuses other names.
            let isScript = parts[1].first?.isUppercase == true && !["Hrkt", "Katakana_Or_Hiragana"].contains(parts[1])
            return isScript ? "\(parts[0])=\(parts[1])" : nil
        default: return nil
        }
    }

    private static let categories = Set(
        """
        L Letter LC Cased_Letter Lu Uppercase_Letter Ll Lowercase_Letter Lt Titlecase_Letter Lm Modifier_Letter Lo \
        Other_Letter M Mark Combining_Mark Mn Nonspacing_Mark Mc Spacing_Mark Me Enclosing_Mark N Number Nd \
        Decimal_Number digit Nl Letter_Number No Other_Number P Punctuation punct Pc Connector_Punctuation Pd \
        Dash_Punctuation Ps Open_Punctuation Pe Close_Punctuation Pi Initial_Punctuation Pf Final_Punctuation Po \
        Other_Punctuation S Symbol Sm Math_Symbol Sc Currency_Symbol Sk Modifier_Symbol So Other_Symbol Z Separator Zs \
        Space_Separator Zl Line_Separator Zp Paragraph_Separator C Other Cc Control cntrl Cf Format Cs Surrogate Co \
        Private_Use Cn Unassigned
        """.split(separator: " ").map(String.init)
    )

    private static let binaries = Set(
        """
        ASCII_Hex_Digit AHex Alphabetic Alpha Bidi_Control Bidi_C Bidi_Mirrored Bidi_M Case_Ignorable CI Cased \
        Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM Changes_When_Lowercased CWL \
        Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT Changes_When_Uppercased CWU Dash \
        Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji Emoji_Component EComp Emoji_Modifier EMod \
        Emoji_Modifier_Base EBase Emoji_Presentation EPres Extended_Pictographic ExtPict Extender Ext Grapheme_Base \
        Gr_Base Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue IDC \
        ID_Start IDS Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math \
        Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark QMark Radical \
        Regional_Indicator RI Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo \
        Uppercase Upper Variation_Selector VS White_Space WSpace space XID_Continue XIDC XID_Start XIDS
        """.split(separator: " ").map(String.init)
    )
}
