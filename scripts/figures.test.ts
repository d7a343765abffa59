import { expect, test } from 'vitest'
import { beginsWithVerb, countInCycles, countSentences, findFunctions } from './figures.ts'

const graph = (arrows: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(arrows).map(([from, to]) => [from, new Set(to)]))

test('folders that reach themselves are in a cycle, and those that only lead to one are not', () => {
  expect(
    countInCycles(graph({ app: ['payments'], payments: ['transfers'], transfers: ['payments'], domain: [] })),
  ).toBe(2)
  expect(countInCycles(graph({ app: ['payments'], payments: ['domain'], domain: [] }))).toBe(0)
})

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
