import {
  CONVERTER_ADDRESS,
  CONVERTER_CODE,
  CONVERTER_DEPLOYMENT,
  CONVERTER_GAS,
  contractState,
  convertCalldata,
  converterAccount,
  decodeBurns,
  decodeConverterLogs,
  decodeDeliveries,
  deliverCalldata,
  MalformedBytes,
  releaseCalldata,
} from '@crypto-checkout/contracts'
import { NodeError } from '../node-error.ts'
import type { Burnable, ConversionOutcome, Converting } from '../transactor.ts'
import { encodeWord, WORD } from './call.ts'

/** Selectors of Circle's contracts. */
const USED_NONCES = '0xfeb61724'
const LOCAL_MINTER = '0xcb75c11c'
const BURN_LIMIT = '0xa56ec632'
const MIN_FEE = '0x24ec7590'

type Reads = {
  readonly readCode: (address: string, at: 'latest' | number) => Promise<string>
  /** A contract's answer; null if it refuses. */
  readonly callAt: (to: string, data: string, at: 'latest' | number) => Promise<string | null>
}

export function createEvmConverting({ readCode, callAt }: Reads): Converting {
  return {
    contract: CONVERTER_ADDRESS,
    contractState: (at) => contractState((address) => readCode(address, at), CONVERTER_ADDRESS, CONVERTER_CODE),
    deployment: { ...CONVERTER_DEPLOYMENT, gas: CONVERTER_GAS },
    account: converterAccount,
    convertCall: (terms) => ({ to: CONVERTER_ADDRESS, data: convertCalldata(terms) }),
    releaseCall: (...of) => ({ to: CONVERTER_ADDRESS, data: releaseCalldata(...of) }),
    deliverCall: (transmitter, signed) => ({ to: transmitter, data: deliverCalldata(signed) }),
    listOutcomes: (...read) => readable(() => listOutcomes(...read)),
    listDeliveries: (...read) => readable(() => listDeliveries(...read)),
    isDelivered: async (transmitter, nonce, at) =>
      readNumber(await callAt(transmitter, USED_NONCES + encodeWord(nonce), at), 'usedNonces') !== 0n,
    burnable: (messenger, token) => readBurnable(callAt, messenger, token),
  }
}

const listOutcomes: Converting['listOutcomes'] = (logs, contracts) => {
  const messages = new Map(decodeBurns(logs, contracts).map(({ log, message }) => [log, message]))
  return logs.flatMap((log): ConversionOutcome[] => {
    const [outcome] = decodeConverterLogs([log])
    if (!outcome) return []
    const about = { account: outcome.account.toLowerCase(), rawAmount: outcome.amount, logIndex: log.logIndex }
    if (outcome.kind === 'released') return [{ kind: 'released', ...about, token: outcome.token.toLowerCase() }]
    if (outcome.kind === 'announced') return [{ kind: 'announced', ...about, from: outcome.from }]
    const message = messages.get(log)
    return message ? [{ kind: 'burned', ...about, rawMaxFee: outcome.maxFee, message }] : []
  })
}

const listDeliveries: Converting['listDeliveries'] = (logs, contracts) =>
  decodeDeliveries(logs, contracts).map(({ nonce, sourceDomain, account, recipient, token, amount, fee, log }) => ({
    nonce,
    sourceDomain,
    account: account.toLowerCase(),
    recipient: recipient.toLowerCase(),
    token: token.toLowerCase(),
    rawAmount: amount,
    rawFee: fee,
    logIndex: log.logIndex,
  }))

/** These contracts emit nothing else: a node made it up. */
function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof MalformedBytes)) throw cause
    throw new NodeError('malformed', 'the node sent a malformed log of a conversion', { cause })
  }
}

async function readBurnable(callAt: Reads['callAt'], messenger: string, token: string): Promise<Burnable> {
  const minter = await callAt(messenger, LOCAL_MINTER, 'latest')
  readNumber(minter, 'localMinter')
  const limit = await callAt(`0x${minter?.slice(26)}`, BURN_LIMIT + encodeWord(token), 'latest')
  const minFee = await callAt(messenger, MIN_FEE, 'latest')
  return {
    rawLimit: readNumber(limit, 'burnLimitsPerMessage'),
    // The first version of these contracts had no such function.
    minFeeTenMillionths: minFee === null ? 0n : readNumber(minFee, 'minFee'),
  }
}

function readNumber(answer: string | null, name: string): bigint {
  if (answer === null || !WORD.test(answer)) throw new NodeError('malformed', `${name}: no number`)
  return BigInt(answer)
}
