/**
 * Long passwords are common too: a known word with a year, a row of the keyboard, a word twice. So it is not looked up
 * in a list, but taken apart. What is left besides the usual parts has to be long enough.
 */
const LEAST_UNUSUAL = 6
const LEAST_DIFFERENT = 5

/** Parts of the passwords that leaks have shown most, in plain letters. */
const WORDS = `
abc access account admin administrator alexander amanda andrea andrew angel anthony apple arsenal ashley asdf asshole
august autumn babygirl bailey banana barcelona baseball basketball batman beautiful bitcoin blink buster butterfly
changeme charlie checkout cheese chelsea chocolate christmas computer cookie corvette crypto daniel dashboard default
december demo diamond dollar dragon elephant eminem ethereum family february ferrari football forever freedom friday
friend fuckyou gateway ginger google guest hallo hammer hannah harley heaven hello hockey house hunter iloveyou
internet jackson january jasmine jennifer jessica jesus jordan joshua july june justin killer lakers letmein liverpool
login london love loveme lovely manager march maria marina martin master matrix matthew maverick merchant michael
michelle minecraft monday money monkey monster mustang mynoob naruto network nicole ninja november october
office orange owner pass passw passwort password payment pepper phoenix pokemon princess private public purple qazwsx
rainbow ranger robert root samsung saturday secret secure security september server service shadow shop simple
smokey snoopy soccer spiderman spring stablecoin starwars stellar summer sunday sunshine superman support sweet system
taylor temp tennis test thomas thunder thursday tigger trustno tuesday user valid wallet wednesday welcome whatever
winter wizard zaq zxc
`
  .trim()
  .split(/\s+/)
  .toSorted((one, other) => other.length - one.length)

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm', 'azertyuiop', 'abcdefghijklmnopqrstuvwxyz']
const SEQUENCES = [...ROWS, '01234567890', '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p'].flatMap((row) => [
  row,
  [...row].reverse().join(''),
])
const SHORTEST_RUN = 4

const LOOKALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  $: 's',
  5: 's',
}

/**
 * Tells whether a password is among those that attackers try first. `personal` are texts that they know: the e-mail
 * address, the shop's name.
 */
export function isCommonPassword(password: string, personal: readonly string[]): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const known = personal
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((part) => part.length > 2)
  const read = (text: string) => dropWords(dropRuns(text), [...known, ...WORDS])
  const left = [plain, [...plain].map((letter) => LOOKALIKES[letter] ?? letter).join('')].map(read)
  return left.some((rest) => isShort(rest)) || isShort(findUnit(plain))
}

function isShort(text: string): boolean {
  return text.length < LEAST_UNUSUAL || new Set(text).size < LEAST_DIFFERENT
}

function dropWords(text: string, words: readonly string[]): string {
  return words.reduce((left, word) => left.replaceAll(word, ''), text).replace(/\d+$/, '')
}

/** Without rows of the keyboard or alphabet, repeated characters, and years. */
function dropRuns(text: string): string {
  let left = text
  for (const sequence of SEQUENCES) {
    for (let length = sequence.length; length >= SHORTEST_RUN; length -= 1) {
      for (let start = 0; start + length <= sequence.length; start += 1) {
        left = left.replaceAll(sequence.slice(start, start + length), '')
      }
    }
  }
  return left.replace(/(?:19|20)\d\d/g, '').replace(/(.)\1{2,}/gu, '')
}

/** The shortest part that makes the text when repeated. */
function findUnit(text: string): string {
  return /^(.+?)\1+$/u.exec(text)?.[1] ?? text
}
