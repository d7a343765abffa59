import { daily } from '../feeds.ts'
import { cctp, type EvmFacts, type GasFacts, type NetworkEntry } from '../network-facts.ts'

const pol = { name: 'POL', symbol: 'POL', decimals: 18 }
/** About a tenth of the lowest and ten times the highest price since 2020. */
const polBounds = { minUsd: 0.01, maxUsd: 30 }

/** Its nodes (Bor) refuse a smaller priority fee. */
const gas: GasFacts = { maxFeePerGasGwei: 5_000, maxPriorityFeeGwei: 300, minPriorityFeeGwei: 25, minSweep: 0.01 }
const pace = { pollMs: 2_000, finality: 'finalized', isRollup: false, finalityStallMs: 5 * 60_000 } as const

export const polygon: NetworkEntry<EvmFacts> = {
  title: 'Polygon',
  colour: '#8247e5',
  exchangeName: 'Polygon (POL, MATIC)',
  coinType: 966,
  production: {
    chainId: 137,
    ...pace,
    gas,
    explorerTxUrl: 'https://polygonscan.com/tx/',
    wallet: {
      chainName: 'Polygon',
      nativeCurrency: pol,
      rpcUrls: ['https://polygon-bor-rpc.publicnode.com', 'https://polygon.drpc.org'],
    },
    coins: {
      USDC: { address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', decimals: 6 },
      USDT: { address: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', decimals: 6 },
      DAI: { address: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', decimals: 18 },
    },
    bridged: { 'USDC.e': { address: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', decimals: 6 } },
    feeds: {
      EUR: daily('0x73366Fe0AA0Ded304479862808e02506FE556a98'),
      GBP: daily('0x099a2540848573e94fb1Ca0Fa420b00acbBc845a'),
      CHF: daily('0xc76f762CedF0F78a439727861628E0fdfE1e70c2'),
      USDC: daily('0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7'),
      USDT: daily('0x0A6513e40db6EB1b165753AD52E80663aeA50545'),
      DAI: daily('0x4746DeC9e833A82EC7C2C1356372CcF2cfcD2F3D'),
    },
    // These feeds may still have the name MATIC, the coin's former name.
    nativeFeed: { ...daily('0xAB594600376Ec9fD91F8e885dADF0CE036862dE0'), ...polBounds },
    cctp: cctp.production,
  },
  sandbox: {
    chainId: 80_002,
    ...pace,
    gas,
    explorerTxUrl: 'https://amoy.polygonscan.com/tx/',
    wallet: {
      chainName: 'Polygon Amoy',
      nativeCurrency: pol,
      rpcUrls: ['https://polygon-amoy-bor-rpc.publicnode.com', 'https://polygon-amoy.drpc.org'],
    },
    coins: { USDC: { address: '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582', decimals: 6 } },
    nativeFeed: { ...daily('0x001382149eBa3441043c1c66972b4772963f5D43'), ...polBounds },
    cctp: cctp.sandbox,
  },
}
