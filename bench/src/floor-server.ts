/**
 * The floor: only what has to be done for a payment, on node:http. POST parses a body and inserts a row, synced to disk
 * before its 201, many in one commit. GET reads a row by its primary key. Both serialise an answer of the size of the
 * checkout's. No keys, no rules, no events, no lists.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { serveBench } from './serve.ts'

const [path = ':memory:', size = '0'] = process.argv.slice(2)
const database = new DatabaseSync(path)
database.exec('pragma journal_mode = wal; pragma synchronous = full')
database.exec('create table if not exists floor (id text primary key, wallet text, amount real, filler text)')
const insert = database.prepare('insert into floor (id, wallet, amount, filler) values (?, ?, ?, ?)')
const find = database.prepare('select id, wallet, amount, filler from floor where id = ?')

type Row = { readonly id: string; readonly wallet: string; readonly amount: number; readonly filler: string }

const ID = '00000000-0000-0000-0000-000000000000'
const shortest: Row = { id: ID, wallet: `0x${'0'.repeat(40)}`, amount: 1, filler: '' }
const filler = 'x'.repeat(Math.max(0, Number(size) - JSON.stringify(shortest).length))
insert.run(ID, shortest.wallet, 1, filler)

let group: { readonly row: Row; readonly response: ServerResponse }[] = []

function commitGroup(): void {
  const committed = group
  group = []
  database.exec('begin immediate')
  for (const { row } of committed) insert.run(row.id, row.wallet, row.amount, row.filler)
  database.exec('commit')
  for (const { row, response } of committed) send(response, 201, row)
}

function send(response: ServerResponse, status: number, row: Row): void {
  const body = JSON.stringify(row)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

async function createRow(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { merchantWallet, amount } = JSON.parse(Buffer.concat(chunks).toString())
  if (group.length === 0) setImmediate(commitGroup)
  group.push({ row: { id: randomUUID(), wallet: merchantWallet, amount, filler }, response })
}

await serveBench((request, response) => {
  if (request.method === 'POST') void createRow(request, response)
  else send(response, 200, find.get(ID) as Row)
})
