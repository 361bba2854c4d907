// The words of the page on which people play, by language; {0} is a name or a number.

const WORDS = {
  en: {
    "new-game": "New game", edition: "Edition", players: "Players", seat: "Seat {0}", human: "A person here",
    bot: "Bot: {0}", random: "any move", greedy: "greedy", flat: "thorough", mcts: "strong", "mcts:2s": "strong, 2 seconds", options: "Agreements", seed: "Seed",
    "seed-help": "The same seed deals the same game.", start: "Start", replay: "Replay", scenario: "Scenario of the rulebook",
    "open-scenario": "Show it", "open-file": "Open a saved game or a scenario",
    undo: "Undo", hint: "Hint", magnify: "Magnifier", "magnify-help": "Point at a card to enlarge it", more: "More",
    "save-log": "Save the game", "save-scenario": "Save this position as a scenario", "to-setup": "New game …",
    "all-actions": "All possible actions ({0})", choose: "Which one?", cancel: "Cancel",
    log: "What has happened", "now-plays": "{0} plays …", "your-turn": "{0}, it is your turn.", rule: "rule {0}",
    rulebook: "Rulebook: {0}", "not-allowed": "Not allowed: {0}", nothing: "There is nothing to do here now.",
    "hint-says": "The bot would do this: {0}", "pass-to": "Pass the device to {0}", "cover-title": "Pass the device to {0}",
    "cover-help": "Everything else is hidden until {0} is ready.", ready: "I am {0}: show the table",
    wins: "{0} wins.", shared: "{0} share the victory.", "all-win": "You win together.", "all-lose": "The game has won.",
    points: "{0}: {1} points", step: "Step {0} of {1}", first: "First", back: "Back", forward: "Forward", last: "Last",
    "play-on": "Play on from here", enlarged: "Enlarged: {0}", close: "Close", pace: "Bots play",
    slow: "slowly", fast: "fast", "at-once": "at once", chance: "Chance", "can-do": "possible", chosen: "chosen",
    loading: "Loading …", person: "person", you: "you", "nothing-yet": "Nothing yet.", "choose-or-part": "Point at one of the marked places, or:", part: "Then point at one of the marked places.",
  },
  fr: {
    "new-game": "Nouvelle partie", edition: "Édition", players: "Joueurs", seat: "Place {0}", human: "Une personne ici",
    bot: "Robot : {0}", random: "au hasard", greedy: "glouton", flat: "réfléchi", mcts: "fort", "mcts:2s": "fort, 2 secondes", options: "Conventions", seed: "Graine",
    "seed-help": "La même graine donne la même partie.", start: "Commencer", replay: "Revoir", scenario: "Exemple du livret",
    "open-scenario": "Le montrer", "open-file": "Ouvrir une partie enregistrée ou un scénario",
    undo: "Annuler", hint: "Conseil", magnify: "Loupe", "magnify-help": "Désignez une carte pour l'agrandir", more: "Autres",
    "save-log": "Enregistrer la partie", "save-scenario": "Enregistrer cette position comme scénario", "to-setup": "Nouvelle partie …",
    "all-actions": "Toutes les actions possibles ({0})", choose: "Laquelle ?", cancel: "Renoncer",
    log: "Ce qui s'est passé", "now-plays": "{0} joue …", "your-turn": "{0}, c'est à vous.", rule: "règle {0}",
    rulebook: "Livret : {0}", "not-allowed": "Interdit : {0}", nothing: "Il n'y a rien à faire ici maintenant.",
    "hint-says": "Le robot ferait ceci : {0}", "pass-to": "Passez l'appareil à {0}", "cover-title": "Passez l'appareil à {0}",
    "cover-help": "Tout le reste est caché jusqu'à ce que {0} soit là.", ready: "Je suis {0} : montrer la table",
    wins: "{0} gagne.", shared: "{0} se partagent la victoire.", "all-win": "Vous gagnez ensemble.", "all-lose": "Le jeu a gagné.",
    points: "{0} : {1} points", step: "Étape {0} sur {1}", first: "Début", back: "Reculer", forward: "Avancer", last: "Fin",
    "play-on": "Continuer la partie d'ici", enlarged: "Agrandi : {0}", close: "Fermer", pace: "Les robots jouent",
    slow: "lentement", fast: "vite", "at-once": "tout de suite", chance: "Hasard", "can-do": "possible", chosen: "choisi",
    loading: "Chargement …", person: "personne", you: "vous", "nothing-yet": "Rien encore.", "choose-or-part": "Désignez une des places marquées, ou :", part: "Désignez ensuite une des places marquées.",
  },
  de: {
    "new-game": "Neue Partie", edition: "Ausgabe", players: "Personen", seat: "Platz {0}", human: "Jemand hier",
    bot: "Bot: {0}", random: "irgendein Zug", greedy: "gierig", flat: "gründlich", mcts: "stark", "mcts:2s": "stark, 2 Sekunden", options: "Absprachen", seed: "Startwert",
    "seed-help": "Derselbe Startwert gibt dieselbe Partie.", start: "Beginnen", replay: "Ansehen", scenario: "Beispiel aus dem Regelheft",
    "open-scenario": "Zeigen", "open-file": "Gespeicherte Partie oder Szenario öffnen",
    undo: "Zurücknehmen", hint: "Tipp", magnify: "Lupe", "magnify-help": "Zeige auf eine Karte, um sie zu vergrößern", more: "Mehr",
    "save-log": "Partie speichern", "save-scenario": "Diese Stellung als Szenario speichern", "to-setup": "Neue Partie …",
    "all-actions": "Alle möglichen Aktionen ({0})", choose: "Welche?", cancel: "Abbrechen",
    log: "Was geschehen ist", "now-plays": "{0} ist am Zug …", "your-turn": "{0}, du bist am Zug.", rule: "Regel {0}",
    rulebook: "Regelheft: {0}", "not-allowed": "Nicht erlaubt: {0}", nothing: "Hier ist jetzt nichts zu tun.",
    "hint-says": "Der Bot würde dies tun: {0}", "pass-to": "Gib das Gerät an {0}", "cover-title": "Gib das Gerät an {0}",
    "cover-help": "Alles andere ist verdeckt, bis {0} bereit ist.", ready: "Ich bin {0}: Tisch zeigen",
    wins: "{0} gewinnt.", shared: "{0} teilen sich den Sieg.", "all-win": "Ihr gewinnt gemeinsam.", "all-lose": "Das Spiel hat gewonnen.",
    points: "{0}: {1} Punkte", step: "Schritt {0} von {1}", first: "Anfang", back: "Zurück", forward: "Vor", last: "Ende",
    "play-on": "Von hier weiterspielen", enlarged: "Vergrößert: {0}", close: "Schließen", pace: "Bots spielen",
    slow: "langsam", fast: "schnell", "at-once": "sofort", chance: "Zufall", "can-do": "möglich", chosen: "gewählt",
    loading: "Lädt …", person: "Mensch", you: "du", "nothing-yet": "Noch nichts.", "choose-or-part": "Zeige auf einen der markierten Plätze, oder:", part: "Zeige dann auf einen der markierten Plätze.",
  },
};

export function speaker(language) {
  const words = WORDS[language.slice(0, 2)] ?? WORDS.en;
  return (word, ...parts) => (words[word] ?? WORDS.en[word] ?? word).replace(/\{(\d)\}/g, (_, number) => parts[number] ?? "");
}
