/** Counts of the documents: all words, as `wc -w` counts them, with tables and code. */
import type { Figure } from './figure.ts'
import { countLines, listFiles, readSource } from './sources.ts'

const MOST_A_SENTENCE = 30

/** The most words of single documents. */
const goals: Readonly<Record<string, number>> = {
  'README.md': 1_100,
  'ARCHITECTURE.md': 4_000,
  'CONTRIBUTING.md': 1_300,
  'PROOFS.md': 1_600,
  'packages/server/README.md': 1_100,
  'packages/widget/README.md': 1_800,
}

export function countDocuments(): readonly Figure[] {
  const counted = listFiles('**/*.md').map((path) => {
    const { text } = readSource(path)
    return { path, text, words: countWords(text) }
  })
  const largest = counted.toSorted((one, other) => other.words - one.words)
  const long = counted.filter(({ path }) => path in goals).flatMap(({ path, text }) => findLongSentences(path, text))
  return [
    {
      name: 'words',
      counts: 'words of all Markdown',
      now: counted.reduce((sum, { words }) => sum + words, 0),
      goal: 60_000,
      places: largest.map(({ path, text, words }) => `${path}: ${words} words, ${countLines(text)} lines`),
    },
    ...counted
      .filter(({ path }) => path in goals)
      .map(({ path, words }) => ({ name: path, counts: 'its words', now: words, goal: goals[path] ?? 0, places: [] })),
    {
      name: 'decisions',
      counts: 'files in decisions/',
      now: listFiles('decisions/*.md').length,
      goal: 45,
      places: listFiles('decisions/*.md'),
    },
    {
      name: 'sentences',
      counts: `sentences of these documents with more than ${MOST_A_SENTENCE} words`,
      now: long.length,
      goal: 0,
      places: long,
    },
  ]
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}

function findLongSentences(path: string, text: string): string[] {
  return listSentences(text)
    .filter((sentence) => countSpoken(sentence) > MOST_A_SENTENCE)
    .map((sentence) => `${path}: ${countSpoken(sentence)} words: ${sentence.replaceAll(/\s+/g, ' ').slice(0, 100)}`)
}

function countSpoken(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /\w/.test(word)).length
}

/** The sentences of a Markdown document, without code, tables and comments. */
export function listSentences(markdown: string): string[] {
  const prose = markdown
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/^\s*(?:\||<!--).*$/gm, '')
    .replaceAll(/^#.*$/gm, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/^\s*(?:[-*]|\d+\.) /gm, '\n')
  return prose
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?:][*_)"]*)\s+/))
    .filter((sentence) => countSpoken(sentence) > 0)
}
