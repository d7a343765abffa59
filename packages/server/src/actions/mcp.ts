import { type ApiKey, describeOperations } from '@crypto-checkout/core'
import type { Flags } from '../command-line/command.ts'
import { OperatorError, UsageError } from '../command-line/errors.ts'
import type { Input } from '../commands/table.ts'
import { readNote } from '../local/note.ts'
import { listTools, type Tool, type ToolAnswer, toRequest, toResult } from '../mcp/tools.ts'
import { readSettings } from '../setup/settings.ts'

const ANSWER_WITHIN_MS = 60_000

export async function serveMcp(given: Input<'mcp'>): Promise<void> {
  const api = openApi(given.url ?? findServer(given))
  const toolbox = listTools(describeOperations(), await api.readGrant(), given.tools ?? null)
  // Only this command needs it.
  const { serveTools } = await import('../mcp/serve.ts')
  await serveTools(toolbox, given.outputSchemas, (tool, input) => api.call(tool, input))
}

/** The server that runs on the data folder. */
function findServer(values: Flags): string {
  const { dataDir, isApp, publicUrl } = readSettings(values)
  if (isApp && publicUrl !== null) return publicUrl
  const note = readNote(dataDir)
  if (note) return note.publicUrl
  throw new OperatorError('No server runs on this data folder: start one, or name its address with --url.')
}

/** The API at a server's public address, with the keys of the environment. */
function openApi(publicUrl: string) {
  const publicKey = process.env.CHECKOUT_PUBLIC_KEY ?? ''
  const secretKey = process.env.CHECKOUT_SECRET_KEY ?? ''
  if (!publicKey || !secretKey)
    throw new UsageError('Set CHECKOUT_PUBLIC_KEY and CHECKOUT_SECRET_KEY to a pair of keys.')
  const base = `${publicUrl.replace(/\/+$/, '')}${publicKey.startsWith('pk_live_') ? '/v1' : '/sandbox/v1'}`
  const keys = { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey }

  async function send(request: ReturnType<typeof toRequest>): Promise<ToolAnswer> {
    const { path, method, headers, body } = request
    const init = { method, body, headers: { ...headers, ...keys }, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }
    try {
      const response = await fetch(`${base}${path}`, init)
      return { isError: !response.ok, value: toResult(await response.text()) }
    } catch (error) {
      const message = `${base} did not answer: ${error instanceof Error ? error.message : error}. Whether the call had an effect is unknown.`
      return { isError: true, value: { error: { type: 'api_error', code: 'unreachable', message } } }
    }
  }

  return {
    call: (tool: Tool, input: Readonly<Record<string, unknown>>) => send(toRequest(tool, input)),
    /** Reads the rights of the keys. Throws OperatorError if the server refuses them. */
    async readGrant() {
      const { isError, value } = await send({ method: 'GET', path: '/key', headers: {}, body: null })
      if (isError) throw new OperatorError(`${base} refuses the keys: ${JSON.stringify(value)}`)
      return value as Pick<ApiKey, 'scopes' | 'livemode'>
    },
  }
}
