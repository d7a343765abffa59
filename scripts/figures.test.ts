import { expect, test } from 'vitest'
import { beginsWithVerb, countSentences, findFunctions } from './figures.ts'

test('exported functions begin with a verb or with a predicate', () => {
  const text = 'export function matchPayments() {}\nexport async function payeeOf() {}\nfunction hidden() {}\n'
  expect(findFunctions(text)).toEqual(['matchPayments', 'payeeOf'])
  expect(['matchPayments', 'isFinal', 'payeeOf', 'told'].map(beginsWithVerb)).toEqual([true, true, false, false])
})

test('words are counted by sentence, without code, tables and addresses of links', () => {
  const text = [
    '# A heading of five words',
    'One two [three](docs/four.md). Five six: seven.',
    '```sh\nnpm start now\n```',
    '| a | table |',
    '- An item',
    '- Another item here',
  ].join('\n\n')
  expect(countSentences(text)).toEqual([3, 2, 1, 2, 3])
})
