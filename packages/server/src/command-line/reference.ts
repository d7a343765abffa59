/** The reference of all commands as Markdown. */
import { sections } from '../commands/table.ts'
import { type Command, type Options, sharedOptions, toFlag } from './command.ts'
import { describeOption, formatCommandUsage, listSecondWords, PROGRAM, type Table } from './help.ts'
import { MOST_NAMED, type Option } from './option.ts'

const HEAD = `# Commands

<!-- Written by npm run --prefix packages/server command-reference, from packages/server/src/commands. -->

\`${PROGRAM}\` runs the server and does what an operator needs. \`${PROGRAM} --help\` lists the commands, and \`--help\` after a
command explains it. In a clone of the repository write \`npm run --silent crypto-checkout -- <command>\`.

- **Exit codes**: 0 (done), 1 (not possible, or \`doctor\`, \`verify\` or \`verify-receipt\` found something), 2 (wrong usage). Errors go
  to standard error.
- **\`--json\`** prints one JSON object on standard output; \`events\` prints one a line. Without it, output is for people and may change.
- **Colours** appear on a terminal only, and not if \`NO_COLOR\` is set.
- **Environments**: \`--environment\` is \`sandbox\` unless you say \`production\`. Only \`keys create\` requires it.
- **Merchants**: commands about one merchant mean the first one, unless \`--merchant\` names another.
- **Databases**: \`start\`, \`migrate\` and \`restore\` create a database. The others refuse a path without one, and create nothing.
- All commands work while a server runs, except \`restore\` and, on the same data folder, \`migrate\`.

Every command takes these options:

`

/** All commands in the order of the overview. */
export function formatReference(table: Table): string {
  const parts = sections.map(({ title, words }) => {
    const names = words.flatMap((word) =>
      table[word] ? [word] : listSecondWords(table, word).map((second) => `${word} ${second}`),
    )
    return [`## ${title}`, ...names.map((name) => formatEntry(name, table[name]))].join('\n\n')
  })
  return `${HEAD}${formatOptions(sharedOptions)}\n\n${parts.join('\n\n')}\n`
}

function formatEntry(name: string, command: Command | undefined): string {
  if (!command) throw new Error(`there is no command ${name}`)
  const { summary, details, words, options, examples } = command
  return [
    `### ${name}`,
    [summary, details].filter((text) => text !== '').join(' '),
    ['```', formatCommandUsage(name, command), '```'].join('\n'),
    ...(Object.keys({ ...words, ...options }).length === 0 ? [] : [formatOptions(options, words)]),
    ...(examples.length === 0
      ? []
      : [['```sh', ...examples.flatMap(({ does, line }) => [`# ${does}`, `${PROGRAM} ${line}`]), '```'].join('\n')]),
  ].join('\n\n')
}

function formatOptions(options: Options, words: Options = {}): string {
  const rows = [
    ...Object.values(words).map((word) => [word.placeholder, word] as const),
    ...Object.entries(options).map(
      ([name, option]) => [`${toFlag(name)} ${option.placeholder}`.trimEnd(), option] as const,
    ),
  ]
  return ['| | |', '|---|---|', ...rows.map(([written, option]) => formatRow(written, option))].join('\n')
}

function formatRow(written: string, option: Option): string {
  // All choices, where the help names only some.
  const all = option.choices.length > MOST_NAMED ? option.choices : []
  const description = all.length > 0 ? option.description : describeOption(option)
  const text = description.replace(/[|*]/g, (character) => `\\${character}`)
  const named = all.map((choice) => `\`${choice}\``).join(', ')
  return `| \`${written.replaceAll('|', '\\|')}\` | ${text}${named === '' ? '' : ` ${named}.`} |`
}
