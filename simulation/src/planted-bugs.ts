import type { PlantedBug } from './planted-bug.ts'
import { plantedConversionBugs } from './planted-conversion-bugs.ts'
import { plantedLedgerBugs } from './planted-ledger-bugs.ts'
import { plantedMethodBugs } from './planted-method-bugs.ts'
import { plantedProgramBugs } from './planted-program-bugs.ts'
import { restoreBugs } from './planted-restore-bugs.ts'

/** Bugs that the simulation must find. Each has been made, or could be. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'the exact amount is too little',
    file: 'domain/payment.ts',
    find: 'if (facts.final >= facts.needed)',
    replace: 'if (facts.final > facts.needed)',
    within: 400,
    seenBy: ['I1'],
  },
  {
    name: 'money that is not final completes a payment',
    file: 'domain/payment.ts',
    find: 'if (facts.final >= facts.needed)',
    replace: 'if (facts.counted >= facts.needed)',
    within: 400,
    seenBy: ['I1', 'I3'],
  },
  {
    name: 'one node makes final what it shows while the others do not answer',
    file: 'chains/endpoint.ts',
    find: 'return witnesses ?? Math.min(2, urls.length)',
    replace: 'return 1',
    within: 120_000,
    seenBy: ['I17'],
  },
  {
    name: 'the last moment is too late',
    file: 'domain/sums.ts',
    find: 'const onTime = blockTime <= terms.expiresAt',
    replace: 'const onTime = blockTime < terms.expiresAt',
    within: 40_000,
    seenBy: ['I1'],
  },
  {
    name: 'late money counts for a payment that was cancelled',
    file: 'domain/payment.ts',
    find: 'if (marks.cancelled) return',
    replace: 'if (marks.cancelled && facts.counted === 0n) return',
    within: 10_000,
    seed: 2,
    seenBy: ['I1'],
  },
  {
    name: 'what may be missing must be there twice',
    file: 'domain/payment.ts',
    find: 'const needed = terms.due - terms.tolerance',
    replace: 'const needed = terms.due',
    within: 40_000,
    seenBy: ['I1'],
  },
  {
    name: 'dust makes a payment partly paid',
    file: 'domain/payment.ts',
    find: 'const dustCounts = ',
    replace: 'const dustCounts = counted > 0n || ',
    within: 10_000,
    seenBy: ['I1'],
  },
  {
    name: 'a transfer that is mined again is added up twice',
    file: 'payments/next-row.ts',
    find: 'const without = before ? removeTransfer(terms, now, toCountedTransfer(before)) : now',
    replace: "const without = before?.state === 'final' ? removeTransfer(terms, now, toCountedTransfer(before)) : now",
    within: 400,
    seenBy: ['I1', 'I6'],
  },
  {
    name: 'unattributed dust is told with each transfer',
    file: 'payments/transfers/stray-dust.ts',
    find: 'if (untold < minTransfer) continue',
    replace: 'if (untold < 0n) continue',
    within: 10_000,
    seenBy: ['I8'],
  },
  {
    name: 'payments expire by the clock on the wall',
    file: 'payments/expire.ts',
    find: 'const read = Math.min(readUntil.time, ctx.now() + CLOCK_TOLERANCE_MS)',
    replace: 'const read = ctx.now()',
    within: 400,
    seenBy: ['I5'],
  },
  {
    name: 'two payments may hold one amount',
    file: 'storage/schema/payments.ts',
    find: 'create unique index reservations_current',
    replace: 'create index reservations_current',
    within: 40_000,
    seenBy: ['I13'],
  },
  {
    name: 'an amount is free as soon as its payment has ended',
    file: 'payments/reservations.ts',
    find: '.set({ released_at: releasedAt })',
    replace: '.set({ released_at: releasedAt, current: null })',
    within: 40_000,
    seenBy: ['I13'],
  },
  {
    name: 'any coin counts as the first one',
    file: 'payments/transfers/record.ts',
    find: '      token: transfer.token,\n',
    replace: "      token: network.tokens[0]?.address.toLowerCase() ?? '',\n",
    within: 10_000,
    seenBy: ['I2'],
  },
  {
    name: 'money on another chain pays',
    file: 'payments/matching/match-payments.ts',
    find: 'asked?.some((method) => isOfMethod(method, { chain, token: one.token }))',
    replace: 'payment?.token === one.token',
    within: 10_000,
    seenBy: ['I2'],
  },
  {
    name: 'all coins have six decimals',
    file: 'payments/transfers/record.ts',
    find: 'toLedgerAmount(transfer.rawAmount, token.decimals)',
    replace: 'toLedgerAmount(transfer.rawAmount, 6)',
    within: 400,
    seenBy: ['I1', 'I2'],
  },
  {
    name: 'what comes from a deposit pays somebody',
    file: 'payments/transfers/record.ts',
    find: ' && !deposits.has(transfer.from)',
    replace: '',
    within: 10_000,
    seenBy: ['I2'],
  },
  {
    name: 'a transfer that a reorganisation took away stays with its payment',
    file: 'payments/transfers/record.ts',
    find: "  for (const row of lost) touch(touched, { before: row, after: { ...row, state: 'orphaned' } }, { lostTransfer: true })\n",
    replace: '',
    within: 10_000,
    seenBy: ['I1', 'I4', 'I6', 'I8'],
  },
  {
    name: 'a log that is sent twice is two transfers',
    file: 'chains/evm/node.ts',
    find: 'return eachOnce(found.filter(',
    replace: 'return (found.filter(',
    within: 40_000,
    seenBy: ['I2'],
  },
  {
    name: 'logs that a node has taken back count',
    file: 'chains/evm/decode.ts',
    find: '|| log.removed === true',
    replace: '',
    within: 10_000,
    seed: 4,
    seenBy: ['I2', 'I3'],
  },
  {
    name: 'the newest block is final',
    file: 'chains/evm/node.ts',
    find: '? taggedNumber(rpc, finality)',
    replace: '? head.number',
    within: 400,
    seenBy: ['I3', 'no defects'],
  },
  {
    name: 'one node is believed whatever the others show',
    file: 'watcher/resolve-disputes.ts',
    find: 'if (!disputed || (await network.chain.reader.isOnChain(transfer)))',
    replace: 'if (disputed || !disputed)',
    within: 40_000,
    seenBy: ['I3'],
  },
  {
    name: 'the hash of the block before is not looked at',
    file: 'chains/evm/read.ts',
    find: '|| block.parentHash !== parent.hash) break',
    replace: ') break',
    within: 10_000,
    seenBy: ['I5'],
  },
  {
    name: 'the cursor moves before what was read is kept',
    file: 'watcher/apply-step.ts',
    find: '  return runUnlessMoved(ctx.transact(',
    replace: `  if (step.kind === 'advance')
  return (async () => {
    const block = lastOf(step.blocks)
    const moved = await runUnlessMoved(ctx.transact((tx) => moveCursor(tx, network, version, { block })))
    if (moved) await ctx.transact((tx) => insertBlocks(tx, network, step.blocks))
    if (moved) await ctx.transact((tx) => recordBlocks(ctx, tx, network, step))
    return moved
  })()
  return runUnlessMoved(ctx.transact(`,
    within: 40_000,
    seenBy: ['I5', 'I4'],
  },
  {
    name: 'what a refund paid to a wallet is taken for recorded there',
    file: 'watcher/ledger/record.ts',
    find: " && one.direction === 'in'",
    replace: '',
    within: 120_000,
    seenBy: ['I4'],
  },
  {
    name: 'an event is forgotten',
    file: 'domain/payment.ts',
    find: "  if (began('overpaid', before, after)) events.push('payment.overpaid')\n",
    replace: '',
    within: 400,
    seenBy: ['I8'],
  },
  {
    name: 'an event is written after its change is committed',
    file: 'payments/recompute.ts',
    find: '    recordEvents(ctx, tx, events),\n  ])\n',
    replace: `  ])
  void ctx.transact((later) => recordEvents(ctx, later, events)).catch(() => {})
`,
    within: 40_000,
    seenBy: ['I8'],
  },
  {
    name: 'an answer is given before its change is committed',
    file: 'context/context.ts',
    find: 'return { commit: transact, keep: async () => {} }',
    replace: `return { keep: async () => {}, commit: (work) => new Promise((resolve, reject) => {
      const answerEarly = async (tx: Tx) => {
        const value = await work(tx)
        resolve(value)
        for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
        return value
      }
      transact(answerEarly).catch(reject)
    }) }`,
    within: 40_000,
    seenBy: ['I9'],
  },
  {
    name: 'a key is of all merchants together',
    file: 'api/idempotency-store.ts',
    find: ".select(['fingerprint', 'status', 'body'])\n    .where('merchant_id', '=', value.merchant_id)",
    replace: ".select(['fingerprint', 'status', 'body'])",
    within: 10_000,
    seenBy: ['I11'],
  },
  {
    name: 'what was answered is kept after the change, by itself',
    file: 'api/idempotency.ts',
    find: 'await change(tx)\n        await keep(tx, result)\n',
    replace: 'await change(tx)\n',
    within: 40_000,
    seenBy: ['I10'],
  },
  {
    name: 'keys of requests are not looked at',
    file: 'api/api.ts',
    find: 'if (repeatKey === null) return',
    replace: 'if (repeatKey === null || route.method) return',
    within: 400,
    seenBy: ['I10'],
  },
  {
    name: 'the payments of others can be read',
    file: 'payments/store.ts',
    find: 'pickOwned(await findAnyPayment(db, id), owner)',
    replace: 'findAnyPayment(db, id).then((row) => (row?.livemode === owner.livemode ? row : null))',
    within: 10_000,
    seenBy: ['I11'],
  },
  {
    name: 'the next page begins with the last row of the one before',
    file: 'payments/list-store.ts',
    find: "    .where((eb) => eb.and(matchFilters(eb, owner, filters)))\n    .where((eb) => eb(eb.refTuple('created_at', 'seq'), '<',",
    replace:
      "    .where((eb) => eb.and(matchFilters(eb, owner, filters)))\n    .where((eb) => eb(eb.refTuple('created_at', 'seq'), '<=',",
    within: 10_000,
    seenBy: ['I12'],
  },
  {
    name: 'what can go back is looked up before the transaction',
    file: 'refunds/create.ts',
    find: 'const given = await amountOf(tx, network, payment, input)',
    replace: 'const given = likely',
    within: 10_000,
    seed: 2,
    seenBy: ['I6'],
  },
  {
    name: 'a cancelled refund that may be signed holds nothing',
    file: 'domain/refund.ts',
    find: "  if (state !== 'cancelled') return true\n",
    replace: "  if (state === 'cancelled') return false\n  if (state !== 'cancelled') return true\n",
    within: 10_000,
    seed: 4,
    seenBy: ['I6'],
  },
  {
    name: 'a cancelled refund is watched no longer than it holds its amount',
    file: 'domain/refund.ts',
    find: 'blockTime <= cancelledAt + CANCELLED_WATCH_MS',
    replace: 'blockTime <= cancelledAt + CANCELLED_HOLD_MS',
    within: 40_000,
    seenBy: ['I14'],
  },
  {
    name: 'a refund whose transaction is signed can be cancelled',
    file: 'refunds/change.ts',
    find: 'if (!(await stopSend(ctx, tx, row))) return null',
    replace: 'if (!(await stopSend(ctx, tx, row)) && row.seq < 0) return null',
    within: 40_000,
    seenBy: ['I6'],
  },
  {
    name: 'only refunds that are completed hold money',
    file: 'refunds/change.ts',
    find: 'refunds.filter((row) => holdsAmount(toRefundFacts(row), until))',
    replace: "refunds.filter((row) => row.status === 'completed' && until > 0)",
    within: 10_000,
    seenBy: ['I6'],
  },
  {
    name: 'what no node has answered to is signed again',
    file: 'transactions/process-queue.ts',
    find: '  await reportNodeErrors(work, async () => {\n    for (const attempt of attempts) {\n      if (await isTaken(work, attempt)) return\n    }\n  })',
    replace: `  for (const attempt of attempts) {
    const taken = await isTaken(work, attempt).catch(() => null)
    if (taken === null) {
      const again = { state: 'queued', nonce: null }
      await work.ctx.transact(async (tx) => {
        await tx.deleteFrom('send_attempts').where('send_id', '=', attempt.send_id).execute()
        await tx.updateTable('sends').set(again).where('id', '=', attempt.send_id).execute()
      })
    }
    if (taken !== false) return
  }`,
    within: 240_000,
    seenBy: ['I7', 'I14'],
  },
  {
    name: 'how a transaction ended is told before that is kept',
    file: 'transactions/finish.ts',
    find: '      if (!(await changeSend(tx, row.id, row.state, ended))) return false\n',
    replace: `      const later = async () => {
        for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
        await ctx.transact((tx) => changeSend(tx, row.id, row.state, ended))
      }
      void later().catch(() => {})
`,
    within: 10_000,
    seenBy: ['I8'],
  },
  {
    name: 'a deposit that was swept is swept again',
    file: 'settlements/settle-sweep.ts',
    find: 'await releaseBalance(tx, sweep, gone, ',
    replace: 'await releaseBalance(tx, sweep, 0n, ',
    within: 10_000,
    seenBy: ['I7', 'I14'],
  },
  {
    name: 'a payment moves on to the next settlement',
    file: 'payments/settlement-store.ts',
    find: "      .where('completed_at', 'is not', null)\n      .where('settlement_id', 'is', null)",
    replace: "      .where('completed_at', 'is not', null)",
    within: 10_000,
    seenBy: ['I6', 'I14'],
  },
  {
    name: 'events of one payment are sent at the same time',
    file: 'webhooks/deliveries/lanes.ts',
    find: ' && !lane.busy.has(getSubject(one))',
    replace: '',
    within: 40_000,
    seenBy: ['I8'],
  },
  {
    name: 'webhooks pass over an event',
    file: 'webhooks/deliveries/fan-out.ts',
    find: 'moveFanOutCursor(tx, owner, last.sequence)',
    replace: 'moveFanOutCursor(tx, owner, last.sequence + 1)',
    within: 10_000,
    seenBy: ['I8'],
  },
  {
    name: 'what was claimed by a process that ended is never sent',
    file: 'webhooks/deliveries/claim.ts',
    find: 'const CLAIM_MS = 30_000',
    replace: 'const CLAIM_MS = 30_000_000_000',
    within: 10_000,
    seenBy: ['I14'],
  },
  {
    name: 'the number of a lease is not looked at',
    file: 'storage/lease.ts',
    find: 'if (row?.token !== token) throw',
    replace: 'if (row?.token === 0) throw',
    within: 10_000,
    seed: 6,
    seenBy: ['leases'],
    ofSeveral: true,
  },
  {
    name: 'whoever takes a lease gets the number of the one before',
    file: 'storage/lease.ts',
    find: 'else leases.token + 1 end',
    replace: 'else leases.token end',
    within: 10_000,
    seed: 6,
    seenBy: ['leases'],
    ofSeveral: true,
  },
  {
    name: 'a lease is taken although another server holds it',
    file: 'storage/lease.ts',
    find: "eb('leases.expires_at', '<=', clock)",
    replace: "eb('leases.expires_at', '>=', 0)",
    within: 10_000,
    seed: 9,
    seenBy: ['leases'],
    ofSeveral: true,
  },
  {
    name: 'what was begun under one lease goes on under the next one',
    file: 'workers/leased.ts',
    find: '      await Promise.allSettled(this.#passes)\n',
    replace: '',
    within: 10_000,
    seed: 33,
    seenBy: ['leases'],
    ofSeveral: true,
  },
  {
    name: 'a transaction is signed under a lease that is over',
    file: 'app/work.ts',
    find: '...createSendingJobs(work.ctx, network,',
    replace: '...createSendingJobs(ctx, network,',
    within: 10_000,
    seed: 6,
    seenBy: ['leases'],
    ofSeveral: true,
  },
  {
    name: 'only the server that answered to a key knows it',
    file: 'api/idempotency.ts',
    find: '  const working = new Set<string>()\n',
    replace: `  const working = new Set<string>()
  const answers = new Map<string, StoredAnswer & { readonly fingerprint: string }>()
  const formatAsset = (owner: Owner, key: string) => [owner.merchantId, owner.livemode, key].join()
  const findStoredAnswer = async (_: Context, owner: Owner, key: string) => answers.get(formatAsset(owner, key)) ?? null
  const insertStoredAnswer = async (_: Context, __: Tx, owner: Owner, kept: StoredAnswer & { readonly key: string; readonly fingerprint: string }) =>
    answers.set(formatAsset(owner, kept.key), kept) !== null
`,
    within: 10_000,
    seed: 18,
    seenBy: ['I10'],
    ofSeveral: true,
  },
  {
    name: 'a lane is taken although another server holds it',
    file: 'webhooks/deliveries/lanes-store.ts',
    find: "eb('held_until', '<=', value.now)",
    replace: "eb('held_until', '>=', 0)",
    within: 10_000,
    seenBy: ['leases'],
    ofSeveral: true,
  },
  {
    name: 'a server that was paused sends what it had claimed before',
    file: 'webhooks/deliveries/lanes.ts',
    find: '!lane || isStale(lane, now)',
    replace: '!lane || now < 0',
    within: 10_000,
    seed: 27,
    seenBy: ['lanes'],
    ofSeveral: true,
  },
  {
    name: 'a receipt is issued before finality',
    file: 'payments/recompute.ts',
    find: 'const completed = pairs.filter(({ before, row }) => before.completed_at === null && row.completed_at !== null)',
    replace:
      "const completed = pairs.filter(({ before, row }) => before.status !== row.status && row.status === 'processing')",
    within: 10_000,
    seenBy: ['I19'],
  },
  {
    name: 'a receipt is issued for a refund that was only seen',
    file: 'refunds/change.ts',
    find: "const row = status === 'completed' ? {",
    replace: "const row = status === 'submitted' ? {",
    within: 10_000,
    seenBy: ['I19'],
  },
  ...plantedConversionBugs,
  ...plantedLedgerBugs,
  ...plantedMethodBugs,
  ...plantedProgramBugs,
  ...restoreBugs,
]
