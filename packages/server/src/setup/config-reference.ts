/** The parts of JSON Schema that the configuration's schema uses. */
type Schema = {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

const HEAD = `# Configuration

<!-- Written by npm run --prefix packages/server config-schema, from the schema of the configuration. -->

The standalone server reads \`crypto-checkout.config.json\`. The middleware takes the same keys as options.
[The server's README](../packages/server/README.md#configuration) explains them with examples. An unknown key is an error that
names the nearest known one. Editors check the file by its \`$schema\`.

A key, or a URL that contains one, is named by its place: \`{"env": "NAME"}\` is an environment variable, and \`{"file": "PATH"}\` a
file.
`

/** The reference of all keys, as Markdown. Throws if a key has no description. */
export function formatConfigReference(schema: object): string {
  const { production, sandbox, ...others } = (schema as Schema).properties ?? {}
  const { networks, customNetworks } = production?.properties ?? {}
  const { stellar, ethereum } = networks?.properties ?? {}
  const custom = customNetworks?.additionalProperties
  if (!sandbox || !stellar || !ethereum || typeof custom !== 'object') throw new Error('the schema has another shape')
  const usual = new Set(listRows(ethereum))
  return [
    HEAD,
    formatSection('All networks together', 'The keys of the configuration itself.', listRows({ properties: others })),
    formatSection('An EVM network', 'Below `production.networks` or `sandbox.networks`, by its name.', [...usual]),
    formatSection('Stellar', 'Below `production.networks.stellar` or `sandbox.networks.stellar`.', listRows(stellar)),
    formatSection(
      'An EVM network of your own',
      'Below `production.customNetworks` or `sandbox.customNetworks`, by a name of your own. It takes the keys of an EVM network, and these:',
      listRows(custom).filter((row) => !usual.has(row)),
    ),
  ].join('\n')
}

function formatSection(title: string, text: string, rows: readonly string[]): string {
  return `## ${title}\n\n${text}\n\n| key | value | |\n|---|---|---|\n${rows.join('\n')}\n`
}

/** A row for each key, and for each key inside it. `choice` names keys of which one is enough. */
function listRows({ properties = {}, required = [] }: Schema, prefix = '', choice: readonly string[] = []): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const key = `${prefix}${name}`
    if (property.description === undefined) throw new Error(`${key} has no description`)
    const needed = required.includes(name) ? describeNeed(name, choice) : ''
    const row = `| \`${key}\` | ${describeType(property)} | ${formatText(property.description)}${needed} |`
    return [row, ...listInside(property, key)]
  })
}

function describeNeed(name: string, choice: readonly string[]): string {
  if (!choice.includes(name)) return ' Required.'
  return ` One of ${choice.map((one) => `\`${one}\``).join(' and ')} is required.`
}

function listInside(property: Schema, key: string): string[] {
  const { properties, additionalProperties, anyOf = [] } = property
  if (properties) return listRows(property, `${key}.`)
  if (typeof additionalProperties === 'object') return listInside(additionalProperties, `${key}.<name>`)
  const variants = anyOf.filter((variant) => variant.properties && !isPlace(variant))
  const needed = variants.map(({ required = [] }) => required)
  const choice = [...new Set(needed.flat())].filter((name) => !needed.every((names) => names.includes(name)))
  // A key for refunds has the same limits, wherever it is.
  return [...new Set(variants.flatMap((variant) => listRows(variant, `${key}.`, choice)))]
}

/** A sentence in which no `<` begins an element. */
function formatText(text: string): string {
  return text.replaceAll('<', '&lt;').replace(/\.?$/, '.')
}

/** True for the place of a key, and nothing else. */
function isPlace({ properties = {} }: Schema): boolean {
  const names = Object.keys(properties)
  return names.length === 1 && (names[0] === 'env' || names[0] === 'file')
}

const titles: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: '`true` or `false`',
  array: 'list',
  object: 'object',
}

function describeType(schema: Schema): string {
  const { type, anyOf, items, enum: values } = schema
  if (anyOf) return [...new Set(anyOf.map(describeType))].join(' or ')
  if (values) return values.map((value) => `\`${value}\``).join(' or ')
  if ('const' in schema) return `\`${schema.const}\``
  if (isPlace(schema)) return 'place'
  if (items) return `list of ${describeType(items)}`
  return [type ?? 'object']
    .flat()
    .map((one) => titles[one] ?? one)
    .join(' or ')
}
