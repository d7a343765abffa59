/**
 * Refuses a query of a test that gives amounts a name by which the drivers do not know them. They would be numbers, while
 * their types say bigints.
 */
import {
  AggregateFunctionNode,
  AliasNode,
  BinaryOperationNode,
  DefaultQueryCompiler,
  IdentifierNode,
  isArithmeticOperator,
  type OperationNode,
  OperatorNode,
  RawNode,
  SelectionNode,
} from 'kysely'
import { AMOUNT_NAMES } from '../storage/kysely-over.ts'
import { AMOUNTS } from '../storage/tables.generated.ts'

const ANY = `(?:${[...AMOUNTS].join('|')})\\b[\\s)]*`
/** SQL by hand that is an amount, alone or in functions such as a sum. */
const RAW_AMOUNT = new RegExp(`^[\\s(]*(?:select\\s+)?(?:\\w+\\()*(?:\\w+\\.)?${ANY}(?:,|from\\b|$)`, 'i')
/** An amount with another name in SQL by hand. A cast says its own type. */
const RAW_ALIAS = new RegExp(`(?<!\\bcast\\((?:\\w+\\.)?)\\b${ANY}\\bas\\s+(\\w+)`, 'gi')
/** Parts of a query whose amounts do not come out of it. */
const OPAQUE = new Set(['CastNode', 'FromNode', 'JoinNode', 'WhereNode', 'GroupByNode', 'HavingNode', 'OrderByNode'])

const { compileQuery } = DefaultQueryCompiler.prototype
DefaultQueryCompiler.prototype.compileQuery = function (node, id) {
  requireAmountNames(node)
  return compileQuery.call(this, node, id)
}

function requireAmountNames(node: OperationNode): void {
  if (RawNode.is(node))
    for (const [, name = ''] of node.sqlFragments.join('').matchAll(RAW_ALIAS)) requireAmountName(name)
  const alias = SelectionNode.is(node) && AliasNode.is(node.selection) ? node.selection : null
  if (alias && IdentifierNode.is(alias.alias) && hasAmount(alias.node)) requireAmountName(alias.alias.name)
  for (const part of listParts(node)) requireAmountNames(part)
}

function requireAmountName(name: string): void {
  if (!AMOUNT_NAMES.has(name)) throw new Error(`a query must not call amounts ${name}`)
}

function hasAmount(node: OperationNode): boolean {
  if (OPAQUE.has(node.kind) || (AggregateFunctionNode.is(node) && node.func === 'count')) return false
  if (IdentifierNode.is(node)) return AMOUNTS.has(node.name)
  if (RawNode.is(node) && RAW_AMOUNT.test(node.sqlFragments[0] ?? '')) return true
  if (RawNode.is(node) && /[=<>]|\bcount\(/.test(node.sqlFragments.join(''))) return false
  if (BinaryOperationNode.is(node) && !(OperatorNode.is(node.operator) && isArithmeticOperator(node.operator.operator)))
    return false
  return listParts(node).some(hasAmount)
}

function listParts(node: OperationNode): OperationNode[] {
  return Object.values(node).flat().filter(isNode)
}

function isNode(value: unknown): value is OperationNode {
  return typeof value === 'object' && value !== null && 'kind' in value
}
