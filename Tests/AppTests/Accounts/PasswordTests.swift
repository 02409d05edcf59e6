import Foundation
import Testing

@testable import App

@Suite struct PasswordTests {
    private static let passwords: [String] = {
        let text = CommonPasswords.text
        return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }()

    @Test func `the list of common passwords is sorted and complete`() {
        #expect(Self.passwords.count == 10_000)
        #expect(zip(Self.passwords, Self.passwords.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(Self.passwords.allSatisfy { $0.utf8.count >= PasswordRules.shortest && $0 == $0.lowercased() })
    }

    @Test func `the lookup finds common passwords and nothing else`() {
        #expect(Self.passwords.filter { !CommonPasswords.contain($0) } == [])
        let known = Set(Self.passwords)
        let others = known.flatMap { word -> [String] in ["\(word)~", String(word.dropLast()), "\n\(word)", "\(word)\n", "~\(word)"] }
        #expect(others.filter { CommonPasswords.contain($0) && !known.contains($0) } == [])
        for other in ["", "\n", "#", "~", "# MIT License", "# Copyright (c) 2016 Daniel Wolf", "zzzzzzzzzz\u{10FFFF}"] {
            #expect(!CommonPasswords.contain(other), "\(other)")
        }
    }

    @Test(arguments: ["password", "Iloveyou", "TRUSTNO1", "sunshine", "boardwalk", "BoardWalk1", "samantha1"])
    func `a common password is refused`(_ password: String) {
        #expect(PasswordRules.problem(with: password, of: []) == "This password is easy to guess. Choose another.")
    }

    @Test(arguments: ["salt water taffy", "a good long one", "samantha1 ", "passwörd", "Sunshine state"])
    func `an uncommon password is accepted`(_ password: String) { #expect(PasswordRules.problem(with: password, of: ["ana"]) == nil) }
}
