/** Counts of the code by its syntax tree: private names and nested functions count as well as exported ones. */
import { type ESTree, parseSync } from 'vite'
import type { IsOfRow } from './rows.ts'
import { formatPlace, type Source } from './sources.ts'

type Node = ESTree.Node
type Text = (node: Node) => string

/** A count of nodes. `readText` returns the source of a node. */
export type SyntaxFigure = {
  readonly name: string
  readonly counts: string
  readonly goal: number
  readonly isCounted: (node: Node, readText: Text, path: string) => boolean
}

export const MOST_LINES = 70

/** `columns`: the names of all columns of the database. `hasRows`: the files that can have rows of it. */
export function defineSyntaxFigures(
  columns: ReadonlySet<string>,
  hasRows: (path: string) => boolean,
  isOfRow: IsOfRow,
): readonly SyntaxFigure[] {
  /** Filled by each literal before its properties are asked for. */
  const listed = new Set<Node>()
  return [
    {
      name: 'owners',
      counts: 'declarations of Owner or Place, or of the same type under another name',
      goal: 4,
      isCounted: (node, readText) => isOwner(node, readText),
    },
    {
      name: 'livemode',
      counts: 'conversions of livemode between a number and a boolean',
      goal: 8,
      isCounted: (node, readText) => isFlagConversion(node, readText),
    },
    {
      name: 'amounts',
      counts: 'BigInt() of a column outside stores, in files that can have rows',
      goal: 10,
      isCounted: (node, _, path) => hasRows(path) && !isStore(path) && isBigIntOfColumn(node, columns),
    },
    {
      name: 'columns',
      counts: 'columns in lists copied by hand from a row or an owner (x: row.x, y: row.y)',
      goal: 30,
      isCounted: (node, readText, path) => {
        if (hasRows(path)) for (const property of findLists(node, columns, readText)) listed.add(property)
        const copied = listed.has(node) ? findCopiedColumn(node, columns) : null
        return copied !== null && isOfRow(path, copied.object.start, copied.property.start)
      },
    },
    { name: 'of', counts: 'functions and constants whose name ends in Of', goal: 10, isCounted: isNamedOf },
    {
      name: 'long',
      counts: `functions over ${MOST_LINES} lines, with the functions inside them`,
      goal: 0,
      isCounted: (node, readText) => isFunction(node) && readText(node).split('\n').length > MOST_LINES,
    },
    { name: 'spreads', counts: 'literals spread into literals (...{ a, b })', goal: 0, isCounted: isSpreadLiteral },
    {
      name: 'casts',
      counts: 'type assertions, without as const',
      goal: 140,
      isCounted: (node, readText) => node.type === 'TSAsExpression' && readText(node.typeAnnotation) !== 'const',
    },
    {
      name: 'explorer',
      counts: 'places that build the address of a transaction in an explorer',
      goal: 1,
      isCounted: (node, readText) =>
        node.type === 'TemplateLiteral' && node.expressions.some((one) => readText(one).endsWith('explorerTxUrl')),
    },
  ]
}

/** The places of each figure in a file, at most one a line. */
export function findPlaces(figures: readonly SyntaxFigure[], source: Source): ReadonlyMap<string, readonly string[]> {
  const readText: Text = ({ start, end }) => source.text.slice(start, end)
  const nodes = listNodes(parseSync(source.path, source.text).program)
  return new Map(
    figures.map(({ name, isCounted }) => {
      const counted = nodes.filter((node) => isCounted(node, readText, source.path))
      return [name, [...new Set(counted.map(({ start }) => formatPlace(source, start)))]]
    }),
  )
}

function listNodes(program: Node): Node[] {
  const nodes: Node[] = []
  const open: unknown[] = [program]
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one !== 'object' || one === null) continue
    if (isNode(one)) nodes.push(one)
    open.push(...Object.values(one))
  }
  return nodes.toSorted((one, other) => one.start - other.start)
}

function isNode(value: object): value is Node {
  return 'type' in value && typeof value.type === 'string' && 'start' in value
}

function isFunction({ type }: Node): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

function isOwner(node: Node, readText: Text): boolean {
  if (node.type === 'TSTypeAliasDeclaration' || node.type === 'TSInterfaceDeclaration')
    return ['Owner', 'Place'].includes(node.id.name)
  if (node.type === 'TSTypeReference')
    return /^Pick<\w+, '(merchantId|merchant_id)' \| 'livemode'>$/.test(readText(node))
  if (node.type !== 'TSTypeLiteral') return false
  const names = node.members.map((member) => (member.type === 'TSPropertySignature' ? readText(member.key) : ''))
  return names.toSorted().join(' ').replace('_id', 'Id') === 'livemode merchantId'
}

const LIVEMODE = /\blivemode$/i
const ZERO_OR_ONE = /^[01]( as const)?$/

function isFlagConversion(node: Node, readText: Text): boolean {
  const isBit = (one: Node) => ZERO_OR_ONE.test(readText(one).replace(/^\((.*)\)$/, '$1'))
  const isFlag = (one: Node) => LIVEMODE.test(readText(one))
  if (node.type === 'ConditionalExpression') return isFlag(node.test) && isBit(node.consequent) && isBit(node.alternate)
  if (node.type === 'BinaryExpression')
    return (isFlag(node.left) && isBit(node.right)) || (isBit(node.left) && isFlag(node.right))
  if (node.type === 'CallExpression')
    return ['Number', 'Boolean'].includes(readText(node.callee)) && node.arguments.some(isFlag)
  return node.type === 'UnaryExpression' && node.operator === '+' && isFlag(node.argument)
}

function isStore(path: string): boolean {
  return /(^|[/-])store\.ts$/.test(path) || path.includes('/storage/')
}

/** The column that an expression reads: of a row, or of a variable with the column's name. */
function findColumn(node: Node, columns: ReadonlySet<string>): string | null {
  const name = node.type === 'MemberExpression' && !node.computed ? node.property : node
  return name.type === 'Identifier' && columns.has(name.name) ? name.name : null
}

function isBigIntOfColumn(node: Node, columns: ReadonlySet<string>): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'BigInt') return false
  const [value] = node.arguments
  return value !== undefined && findColumn(value, columns) !== null
}

/** The value of a property that copies a column under its name. */
function findCopiedColumn(node: Node, columns: ReadonlySet<string>): ESTree.MemberExpression | null {
  if (node.type !== 'Property' || node.key.type !== 'Identifier' || node.value.type !== 'MemberExpression') return null
  const { object } = node.value
  return object.type === 'Identifier' && findColumn(node.value, columns) === node.key.name ? node.value : null
}

/** The properties of a literal that copy columns, two or more from one object. */
function findLists(node: Node, columns: ReadonlySet<string>, readText: Text): readonly Node[] {
  if (node.type !== 'ObjectExpression') return []
  const copied = Map.groupBy(node.properties, (property) => {
    const column = findCopiedColumn(property, columns)
    return column && readText(column.object)
  })
  return [...copied].flatMap(([row, properties]) => (row !== null && properties.length > 1 ? properties : []))
}

function isNamedOf(node: Node): boolean {
  const name = findName(node)
  if (name?.type !== 'Identifier' && name?.type !== 'PrivateIdentifier') return false
  return /([a-z]Of|_OF)$/.test(name.name)
}

/** The name that a node declares for a function or a value. */
function findName(node: Node): Node | null {
  if (node.type === 'FunctionDeclaration' || node.type === 'VariableDeclarator') return node.id
  if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') return node.key
  return node.type === 'Property' && isFunction(node.value) ? node.key : null
}

function isSpreadLiteral(node: Node): boolean {
  return node.type === 'SpreadElement' && ['ObjectExpression', 'ArrayExpression'].includes(node.argument.type)
}
