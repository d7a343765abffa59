import { StrKey } from '@stellar/stellar-sdk'
import { encodeToid } from '../ledger/history.ts'
import { buildAccountRecord, isAccountId } from './account-record.ts'
import { buildLedgerRecord } from './ledger-record.ts'
import { listAt } from './lists.ts'
import { buildFeeStatsRecord, buildRootRecord } from './network-records.ts'
import { buildOperationRecord } from './operation-record.ts'
import { buildPage, readPaging, selectPage } from './page.ts'
import { findStrictReceivePaths, findStrictSendPaths } from './paths.ts'
import { createBadRequest, createNotFound } from './problem.ts'
import type { Scope } from './scope.ts'
import { buildAssetRecords, buildBalanceRecord } from './state-records.ts'
import { buildTransactionRecord } from './transaction-record.ts'

type Answer = (scope: Scope, ...parts: string[]) => object

const ROUTES: readonly (readonly [RegExp, Answer])[] = [
  [/^\/$/, ({ chain, last }) => buildRootRecord(chain.history, last)],
  [/^\/fee_stats$/, ({ last }) => buildFeeStatsRecord(last)],
  [/^\/ledgers\/(\d+)$/, oneLedger],
  [/^\/transactions\/([0-9a-f]{64})$/, oneTransaction],
  [/^\/operations\/(\d+)$/, oneOperation],
  [/^\/accounts\/([^/]+)$/, oneAccount],
  [/^\/accounts\/([^/]+)\/data\/([^/]+)$/, oneDataEntry],
  [/^\/claimable_balances$/, claimableBalances],
  [/^\/claimable_balances\/([^/]+)$/, oneClaimableBalance],
  [/^\/assets$/, assets],
  [/^\/paths\/strict-receive$/, findStrictReceivePaths],
  [/^\/paths\/strict-send$/, findStrictSendPaths],
]

/** Horizon's answer to a GET. @throws Problem if there is nothing at the path, or a parameter is invalid */
export function answer(scope: Scope): object {
  for (const [path, route] of ROUTES) {
    const match = path.exec(scope.url.pathname)
    if (match) return route(scope, ...match.slice(1))
  }
  const list = listAt(scope)
  if (!list) throw createNotFound()
  const paging = readPaging(scope.url.searchParams)
  return buildPage(scope.url, paging, list.page(paging))
}

function oneLedger({ chain, base, last }: Scope, sequence = ''): object {
  const ledger = Number(sequence) > last ? undefined : chain.history.ledger(Number(sequence))
  if (!ledger) throw createNotFound()
  return buildLedgerRecord(base, ledger)
}

function oneTransaction({ chain, base, last, omitted }: Scope, hash = ''): object {
  const transaction = chain.history.transaction(hash)
  if (!transaction || transaction.ledger > last || omitted.includes(transaction.submission.hash)) throw createNotFound()
  return buildTransactionRecord(base, transaction)
}

function oneOperation({ chain, base, url, last }: Scope, id = ''): object {
  const operation = chain.history.operations.find((one) => one.toid === BigInt(id))
  if (!operation || operation.toid > encodeToid(last + 1)) throw createNotFound()
  return buildOperationRecord(base, operation, url.searchParams.get('join') === 'transactions')
}

function oneAccount({ chain, base }: Scope, id = ''): object {
  if (!isAccountId(id)) {
    throw createBadRequest('account_id', 'Account ID must start with `G` and contain 56 alphanum characters')
  }
  const account = chain.view.get('account', id)
  if (!account) throw createNotFound()
  return buildAccountRecord(base, chain.view, chain.history, account)
}

function oneDataEntry({ chain }: Scope, id = '', name = ''): object {
  const entry = chain.view.get('data', `${id}/${decodeURIComponent(name)}`)
  if (!entry) throw createNotFound()
  return { value: entry.value }
}

function claimableBalances({ chain, base, url }: Scope): object {
  const { view, history } = chain
  const query = url.searchParams
  const matches = (name: string, value: string): boolean => (query.get(name) ?? value) === value
  const claimant = query.get('claimant')
  const balances = [...view.all('claimable')]
    .filter((balance) => matches('asset', balance.asset) && matches('sponsor', balance.sponsor))
    .filter(({ claimants }) => claimant === null || claimants.some(({ destination }) => destination === claimant))
    .sort((a, b) => a.modified - b.modified || (a.id < b.id ? -1 : 1))
  return pageByToken(
    url,
    balances.map((balance) => buildBalanceRecord(base, history, balance)),
  )
}

function oneClaimableBalance({ chain, base }: Scope, id = ''): object {
  const hex = StrKey.isValidClaimableBalance(id)
    ? `000000${Buffer.from(StrKey.decodeClaimableBalance(id)).toString('hex')}`
    : id.toLowerCase()
  const balance = chain.view.get('claimable', hex)
  if (!balance) throw createNotFound()
  return buildBalanceRecord(base, chain.history, balance)
}

function assets({ chain, base, url }: Scope): object {
  const query = url.searchParams
  const records = buildAssetRecords(`${base}/assets`, chain.view).filter(
    ({ asset_code, asset_issuer }) =>
      (query.get('asset_code') ?? asset_code) === asset_code &&
      (query.get('asset_issuer') ?? asset_issuer) === asset_issuer,
  )
  return pageByToken(url, records)
}

/** A page of records whose cursors are not numbers; they are in the order of their tokens. */
function pageByToken(url: URL, records: readonly { readonly paging_token: string }[]): object {
  const paging = readPaging(url.searchParams)
  const numbered = records.map((record, index) => ({ record, toid: BigInt(index + 1) }))
  const at = numbered.find(({ record }) => record.paging_token === paging.cursor)
  if (paging.cursor !== '' && !at) throw createBadRequest('cursor', 'cursor: invalid value')
  const page = selectPage(numbered, { ...paging, cursor: at ? String(at.toid) : '' })
  return buildPage(
    url,
    paging,
    page.map(({ record }) => record),
  )
}
