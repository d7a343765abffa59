import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import type { ApiKey, Payment } from '@crypto-checkout/core'
import { setPrice } from '@crypto-checkout/devnet/testing'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Note } from '../../../packages/server/src/local/note.ts'
import {
  cleanUp,
  createKeys,
  createTemporaryFolder,
  createWallet,
  endProcesses,
  HTTP_POLL_MS,
  listStrayProcesses,
  pollUntil,
  runToEnd,
  startCommand,
  startServer,
} from '../support/harness.ts'
import { configure, get, readKeys, type Started } from '../support/started.ts'

const servers: Server[] = []

afterEach(async () => {
  await endProcesses()
  await pollUntil(listStrayProcesses, (processes) => processes.length === 0)
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

afterAll(async () => {
  expect(await cleanUp()).toEqual([])
})

async function listening(answer: (server: Server) => void = () => {}): Promise<number> {
  const server = createServer()
  answer(server)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

describe('without a configuration', () => {
  test('every coin can be paid on both networks, unless its feed says that it has lost its peg', async () => {
    const data = createTemporaryFolder()
    const server = await startServer(['--port', '0', '--data', data])
    const keys = readKeys(server)
    const post = async (path: string, body: object) => {
      const url = `${server.url}/sandbox/v1${path}`
      return (await (await fetch(url, { method: 'POST', headers: keys, body: JSON.stringify(body) })).json()) as Payment
    }
    for (const network of ['ethereum', 'polygon']) {
      for (const cryptocurrency of ['USDC', 'USDT', 'DAI']) {
        const order = { amount: 10, currency: 'USD', cryptocurrency, network, merchantWallet: createWallet() }
        const { id } = await post('/payments', order)
        await post(`/test_helpers/payments/${id}/pay`, { scenario: 'wrong_token' })
        await post(`/test_helpers/payments/${id}/pay`, {})
      }
    }
    const list = async () => (await get(`${server.url}/sandbox/v1/payments?limit=6`, keys)).body as { data: Payment[] }
    const paid = await pollUntil(list, ({ data }) => data.every((one) => one.status === 'completed'), HTTP_POLL_MS)
    expect(paid.data.map((one) => [one.exceptions, one.transactions.length])).toEqual(Array(6).fill([[], 1]))
    expect(server.stderr).toBe('')

    const { networks } = JSON.parse(readFileSync(join(data, 'server.json'), 'utf8')) as Note
    await setPrice(networks!.polygon, 'DAI', 90_000_000n)
    const order = { amount: 10, currency: 'USD', cryptocurrency: 'DAI', merchantWallet: createWallet() }
    type Refused = { error?: { code: string } }
    const onPolygon = () => post('/payments', { ...order, network: 'polygon' }) as Promise<Payment & Refused>
    await pollUntil(onPolygon, ({ error }) => error?.code === 'unsupported_asset', HTTP_POLL_MS)
    expect((await post('/payments', { ...order, network: 'ethereum' })).status).toBe('created')
    expect(server.stderr).toContain('DAI/USD is at 0.9')
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test('the printed keys are kept for their owner alone, and replaced once they do not work', async () => {
    const data = createTemporaryFolder()
    const file = join(data, 'sandbox-keys.env')
    const env = join(createTemporaryFolder(), '.env')
    writeFileSync(env, 'PORT=4000\n')
    const begin = (...words: string[]) => startServer(['--port', '0', '--data', data, ...words])
    const end = async (server: Started) => {
      server.signal('SIGINT')
      expect(await server.ended).toBe(0)
    }
    const first = await begin('--write-env', env)
    const keys = readKeys(first)
    const [publicKey, secretKey] = [keys.authorization?.slice('Bearer '.length), keys['x-api-secret']]
    expect(readFileSync(file, 'utf8')).toBe(`CHECKOUT_PUBLIC_KEY=${publicKey}\nCHECKOUT_SECRET_KEY=${secretKey}\n`)
    expect(readFileSync(env, 'utf8')).toBe(`PORT=4000\n${readFileSync(file, 'utf8')}`)
    expect([file, env].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600])
    await end(first)

    chmodSync(file, 0o644)
    writeFileSync(file, readFileSync(file, 'utf8').replace(String(secretKey), 'sk_test_wrong'))
    const second = await begin()
    const next = readKeys(second)
    expect(next.authorization).not.toBe(keys.authorization)
    expect((await get(`${second.url}/sandbox/v1/payments`, next)).status).toBe(200)
    // No pair stays that nobody has any more.
    expect((await get(`${second.url}/sandbox/v1/payments`, keys)).status).toBe(401)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await end(second)

    const listed = await runToEnd(['keys', 'list', '--json', '--data', data])
    const active = (JSON.parse(listed.stdout).data as ApiKey[]).filter(({ status }) => status === 'active')
    expect(active).toMatchObject([{ name: 'npm start' }])
    expect((await runToEnd(['keys', 'revoke', active[0]?.id ?? '', '--data', data])).code).toBe(0)
    const third = await begin()
    expect(readKeys(third).authorization).not.toBe(next.authorization)
    await end(third)
  })

  test('killed, it leaves nothing behind, and starts again', async () => {
    const data = createTemporaryFolder()
    const first = await startServer(['--port', '0', '--data', data])
    first.signal('SIGKILL')
    expect(await first.ended).toBe(137)
    await pollUntil(listStrayProcesses, (processes) => processes.length === 0)
    const second = await startServer(['--port', '0', '--data', data])
    expect((await get(`${second.url}/readyz`)).status).toBe(200)
    second.signal('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  test('npm start passes on the signal that ends it', async () => {
    const env = { ...process.env, DATA_DIR: createTemporaryFolder(), PORT: '0' }
    const npm = spawn('npm', ['start', '--ignore-scripts'], { cwd: join(import.meta.dirname, '../../..'), env })
    let output = ''
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    await pollUntil(
      () => output,
      (text) => text.includes('listening on'),
    )
    const ended = once(npm, 'exit')
    npm.kill('SIGTERM')
    await ended
    expect(await pollUntil(listStrayProcesses, (processes) => processes.length === 0)).toEqual([])
  })

  test('stopped while it starts, it leaves nothing behind', async () => {
    const data = createTemporaryFolder()
    const run = startCommand(['start', '--port', '0', '--data', data])
    await pollUntil(listStrayProcesses, (processes) => processes.length > 1)
    run.signal('SIGTERM')
    expect(await run.ended).toBe(0)
    await pollUntil(listStrayProcesses, (processes) => processes.length === 0)
    const second = await startServer(['--port', '0', '--data', data])
    second.signal('SIGTERM')
    expect(await second.ended).toBe(0)
  })
})

describe('a start that cannot be', () => {
  test('two servers on one data directory', async () => {
    const surroundings = configure()
    const first = await startServer(['--port', '0', '--data', 'shared'], surroundings)
    const second = await runToEnd(['start', '--port', '0', '--data', 'shared'], surroundings)
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toMatch(/^Another server uses \/\S+\/shared: .*--data DIR\.\n$/)
    first.signal('SIGTERM')
    expect(await first.ended).toBe(0)
  })

  test('a port in use is named', async () => {
    const port = await listening()
    for (const surroundings of [configure(), { cwd: createTemporaryFolder() }]) {
      const run = await runToEnd(['start', '--port', String(port)], surroundings)
      expect(run.code).toBe(1)
      expect(run.stdout).not.toContain('listening')
      expect(run.stderr).toContain(`Port ${port} is in use`)
    }
    expect(listStrayProcesses()).toEqual([])
  })

  test.each([
    [{ DATABASE_URL: 'mysql://localhost/checkout' }, 'DATABASE_URL'],
    [{ PUBLIC_URL: 'pay.example.com' }, 'PUBLIC_URL'],
    [{ DATABASE_URL_FILE: '/nowhere' }, 'DATABASE_URL_FILE'],
    [{ DATABASE_URL: 'sqlite:a.db', DATABASE_URL_FILE: 'b' }, 'leave one out'],
  ])('%o is refused, and the process ends', async (env, name) => {
    for (const surroundings of [configure(), { cwd: createTemporaryFolder() }]) {
      const run = await runToEnd(['start', '--port', '0'], { ...surroundings, env })
      expect(run).toMatchObject({ code: 1, stdout: '' })
      expect(run.stderr).toContain(name)
      expect(run.stderr).not.toContain('    at ')
    }
    expect(listStrayProcesses()).toEqual([])
  })

  test('a database that cannot be reached is named, without its password', async () => {
    const env = { DATABASE_URL: 'postgres://checkout:s3cret@127.0.0.1:1/checkout' }
    const run = await runToEnd(['start', '--port', '0'], { ...configure(), env })
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('postgres://checkout@127.0.0.1:1/checkout cannot be reached')
    expect(run.stderr).not.toMatch(/ {4}at |s3cret/)
  })

  test.each([
    [
      'a mistake in the configuration names the nearest key',
      { databse: 'sqlite:x' },
      /databse: .*did you mean database\?/,
    ],
    [
      'deep down, too',
      { production: { networks: { polygon: { rpcUrl: ['https://rpc.example.com'] } } } },
      /production\.networks\.polygon\.rpcUrl: .*did you mean rpcUrls\?/,
    ],
    ['a wrong value is named', { underpaymentTolerance: 0.5 }, /underpaymentTolerance: /],
    ['a configuration without networks is refused', { sandbox: undefined }, /networks: none/],
    [
      'production at an http address that other machines reach is refused',
      {
        publicUrl: 'http://pay.example.com',
        production: { networks: { polygon: { rpcUrls: ['http://127.0.0.1:2'] } } },
      },
      /publicUrl: .*https/,
    ],
    ['so is a proxy that is no address', { trustProxy: 'the one in front' }, /trustProxy: /],
    [
      'a chain that the catalogue does not know needs its coins',
      { sandbox: { networks: { ethereum: { rpcUrls: ['http://127.0.0.1:2'], chainId: 5 } } } },
      /sandbox\.networks\.ethereum\.coins: needed/,
    ],
  ])('%s', async (_, changes, message) => {
    const run = await runToEnd(['start', '--port', '0'], configure(changes))
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toMatch(message)
    expect(run.stderr).not.toContain('    at ')
  })

  test('a configuration that is not there or not JSON', async () => {
    const missing = await runToEnd(['start', '--config', 'nothing.json'])
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing.json') })
    const cwd = createTemporaryFolder()
    writeFileSync(join(cwd, 'broken.json'), '{"publicUrl": ')
    const broken = await runToEnd(['start', '--config', 'broken.json'], { cwd })
    expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining('broken.json: not JSON') })
  })

  test('a data directory that cannot be made', async () => {
    const { cwd } = configure()
    const run = await runToEnd(['start', '--data', 'crypto-checkout.config.json'], { cwd })
    expect(run.code).toBe(1)
    expect(run.stderr).toMatch(/crypto-checkout\.config\.json/)
    expect(run.stderr).not.toContain('Another server')
  })
})

test('the environment does what the flags and the file do', async () => {
  const elsewhere = configure()
  const env = {
    PORT: '0',
    DATA_DIR: join(createTemporaryFolder(), 'lock'),
    DATABASE_URL: `sqlite:${join(createTemporaryFolder(), 'other.db')}`,
    PUBLIC_URL: 'https://pay.example.com/checkout/',
    CRYPTO_CHECKOUT_CONFIG: join(elsewhere.cwd, 'crypto-checkout.config.json'),
  }
  const { DATABASE_URL, ...others } = env
  const inFile = join(elsewhere.cwd, 'database-url')
  writeFileSync(inFile, `${DATABASE_URL}\n`)
  const made = { env: { ...others, DATABASE_URL_FILE: inFile } }
  const { publicKey, secretKey } = await createKeys(made)
  const server = await startServer([], { env })
  const headers = { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey }
  expect((await fetch(`${server.url}/sandbox/v1/payments`, { headers })).status).toBe(200)
  const { body } = await get(`${server.url}/openapi.json`)
  expect(body).toMatchObject({ servers: [{ url: 'https://pay.example.com/checkout/v1' }, expect.anything()] })
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('an empty variable is none', async () => {
  const env = { PORT: '0', DATA_DIR: '', DATABASE_URL: '', PUBLIC_URL: '', CRYPTO_CHECKOUT_CONFIG: '' }
  const server = await startServer([], { ...configure(), env })
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('a client that never ends its request does not keep it from ending', async () => {
  const server = await startServer(['--port', '0'], configure())
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('POST /sandbox/v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
  await get(`${server.url}/healthz`)
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  socket.destroy()
})

test('nodes that never answer do not keep it from ending', async () => {
  const port = await listening((node) => node.on('request', () => {}))
  const rpcUrls = Array.from({ length: 9 }, (_, index) => `http://127.0.0.1:${port}/${index}`)
  const coins = { USDC: { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: 6 } }
  const ethereum = { rpcUrls, chainId: 31_337, coins, pollMs: 50 }
  const server = await startServer(['--port', '0'], configure({ sandbox: { networks: { ethereum } } }))
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('requests that are broken off leave no trace in the log', async () => {
  const server = await startServer(['--port', '0'], configure())
  for (let count = 0; count < 5; count++) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write('POST /sandbox/v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{')
    await get(`${server.url}/healthz`)
    socket.resetAndDestroy()
  }
  await get(`${server.url}/healthz`)
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.stderr).not.toContain('abort')
  expect(server.stderr).not.toContain('    at ')
})

describe('where other machines can reach the server', () => {
  test.each(['0.0.0.0', '::', '192.0.2.1'])('it does not start on %s without a publicUrl', async (host) => {
    const run = await runToEnd(['start', '--port', '0', '--host', host], configure())
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain(`publicUrl: required when the server listens on ${host}`)
  })

  test('webhooks of the sandbox reach nothing on this machine, whatever publicUrl says', async () => {
    const { cwd } = configure({ publicUrl: 'http://localhost:3000' })
    const hook = async (host: string) => {
      const server = await startServer(['--port', '0', '--host', host], { cwd })
      const key = JSON.parse((await runToEnd(['keys', 'create', '--environment', 'sandbox', '--json'], { cwd })).stdout)
      const answer = await fetch(`http://127.0.0.1:${new URL(server.url).port}/sandbox/v1/webhooks`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key.publicKey}`,
          'x-api-secret': key.secretKey,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ url: 'http://127.0.0.1:9/hook' }),
      })
      server.signal('SIGTERM')
      await server.ended
      return answer.status
    }
    expect(await hook('127.0.0.1')).toBe(201)
    expect(await hook('0.0.0.0')).toBe(400)
  })
})

test('no link for the first owner is printed where the dashboard is off, and commands print none either', async () => {
  const made = configure({ dashboard: false })
  const server = await startServer(['--port', '0'], made)
  expect(server.stdout).not.toContain('dashboard')
  expect(await runToEnd(['users', 'invite'], made)).toMatchObject({
    ...{ code: 1, stdout: '', stderr: 'Nobody can sign in: the configuration has "dashboard": false.\n' },
  })
})
