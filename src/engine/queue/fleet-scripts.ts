/** What Redis runs for fleet-state.ts: each script is one decision, begins with the preamble, and says before it what its ARGV are. */
import { type Fleet, keysOf, QUEUE } from './messages.js'

export const preambleOf = (fleet: Fleet): string => {
  const keys = keysOf(fleet)
  const key = (name: string): string => `${keys}:fleet:${name}`
  return `
local places, infos, progress = '${key('places')}', '${key('infos')}', '${key('progress')}'
local nodes, reports, times = '${key('nodes')}', '${key('reports')}', '${key('times')}'
local objects, prioritized = '${key('objects')}', '${keys}:${QUEUE}:prioritized'
local formats, marker = '${fleet.prefix}:formats', '${keys}:${QUEUE}:marker'
local heard, told = '${fleet.prefix}:fleet:heard', '${fleet.prefix}:fleet:told'
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function forget(slot)
  redis.call('ZREM', places, slot)
  redis.call('HDEL', infos, slot)
  redis.call('HDEL', progress, slot)
end
local function look()
  for _, slot in ipairs(redis.call('ZRANGEBYSCORE', places, '-inf', now)) do forget(slot) end
  for _, node in ipairs(redis.call('ZRANGEBYSCORE', nodes, '-inf', now)) do
    redis.call('ZREM', nodes, node)
    redis.call('HDEL', reports, node)
  end
  return {tostring(now), redis.call('HGETALL', infos), redis.call('HGETALL', progress),
    redis.call('HVALS', reports), redis.call('HGETALL', times), redis.call('ZCOUNT', formats, now, '+inf')}
end
local function waiting() return redis.call('LLEN', '${keys}:${QUEUE}:wait') + redis.call('ZCARD', prioritized) end
local function hear(member, about)
  redis.call('ZADD', heard, now, member)
  redis.call('HSET', told, member, about)
end
local function forgetMember(member)
  redis.call('ZREM', heard, member)
  redis.call('HDEL', told, member)
end
local function wait(slot, info, life)
  redis.call('ZADD', places, now + life, slot)
  redis.call('HSET', infos, slot, info)
  redis.call('HSET', progress, slot, 'due')
end
local function unwantedKey(job) return '${key('unwanted:')}' .. job end
local function unwanted(job, slot)
  local alive = tonumber(redis.call('ZSCORE', places, slot) or 0)
  return alive < now or redis.call('EXISTS', unwantedKey(job)) == 1
end
local function triesOf(job) return '${key('tries:')}' .. job end
local function turnsOf(rank) return '${key('turns:')}' .. rank end
`
}

const TAKE_TURN = `local function takeTurn()
  wait(ARGV[1], ARGV[2], ARGV[3])
  for i = 14, #ARGV do redis.call('ZADD', objects, now + ARGV[13], ARGV[i]) end
  local turns, account, limit = turnsOf(ARGV[4]), 'of ' .. ARGV[5], tonumber(ARGV[8])
  local clock = tonumber(redis.call('HGET', turns, 'now') or 0)
  if clock > limit / 2 and redis.call('ZCOUNT', prioritized, ARGV[6] * 4294967296, (ARGV[7] + 1) * 4294967296) == 0 then
    redis.call('DEL', turns)
    clock = 0
  end
  local cost = math.max(1, math.floor(tonumber(redis.call('HGET', times, ARGV[10]) or ARGV[11]) / ARGV[12] + 0.5))
  local turn = math.min(limit, math.max(clock, tonumber(redis.call('HGET', turns, account) or 0)) + cost)
  redis.call('HSET', turns, account, turn)
  redis.call('PEXPIRE', turns, ARGV[9])
  return {turn, cost}
end
`

export const SCRIPTS = {
  View: 'return look()',
  // how long members are remembered
  Overview: `local members, abouts = {}, {}
local fields = redis.call('HGETALL', told)
for i = 1, #fields, 2 do abouts[fields[i]] = fields[i + 1] end
local calls = redis.call('ZRANGE', heard, 0, -1, 'WITHSCORES')
for i = 1, #calls, 2 do
  local silent = now - calls[i + 1]
  if silent > tonumber(ARGV[1]) then forgetMember(calls[i])
  else table.insert(members, {calls[i], tostring(silent), abouts[calls[i]]}) end
end
return {look(), waiting(), members}`,
  // as TakeTurn
  Enter: `${TAKE_TURN}local before = look()
return {before, takeTurn()}`,
  // member, what it says about itself, life of places, their number, slot and info of each, then objects that are deleted;
  // restores places if Redis has lost everything
  Upkeep: `hear(ARGV[1], ARGV[2])
local last = 4 + 2 * ARGV[4]
for i = 5, last, 2 do
  redis.call('ZADD', places, now + ARGV[3], ARGV[i])
  redis.call('HSETNX', infos, ARGV[i], ARGV[i + 1])
end
for i = last + 1, #ARGV do redis.call('ZREM', objects, ARGV[i]) end
return 1`,
  LeaveFleet: `forgetMember(ARGV[1])
return 1`,
  // slot, and where it has not used what it took: note of its objects, rank, account, turns
  Leave: `forget(ARGV[1])
if ARGV[2] then
  redis.call('ZREM', objects, ARGV[2])
  local turns, account = turnsOf(ARGV[3]), 'of ' .. ARGV[4]
  if redis.call('HEXISTS', turns, account) == 1 then redis.call('HINCRBY', turns, account, -ARGV[5]) end
end
return 1`,
  // slot, info, life of the place, rank, account, first and last priority of the rank, turns per rank, life of turns,
  // kind, a first guess of how long such a job takes, length of a turn, life of objects, then objects
  TakeTurn: `${TAKE_TURN}return takeTurn()`,
  // job, slot, rank, turn, life of turns, node, deaths allowed, life of the memory of tries, life of the node; where no job
  // is left, BullMQ's marker, which it puts up again with every job that it hands out, would only send a machine looking
  Begin: `local turns = turnsOf(ARGV[3])
if tonumber(redis.call('HGET', turns, 'now') or 0) < tonumber(ARGV[4]) then
  redis.call('HSET', turns, 'now', ARGV[4])
  redis.call('PEXPIRE', turns, ARGV[5])
end
if unwanted(ARGV[1], ARGV[2]) then return 'unwanted' end
local tries, deaths = triesOf(ARGV[1]), 0
for _, node in ipairs(redis.call('SMEMBERS', tries)) do
  if node ~= ARGV[6] and tonumber(redis.call('ZSCORE', nodes, node) or 0) < now then deaths = deaths + 1 end
end
if deaths >= tonumber(ARGV[7]) then return 'poison' end
redis.call('ZADD', nodes, 'XX', now + ARGV[9], ARGV[6])
redis.call('SADD', tries, ARGV[6])
redis.call('PEXPIRE', tries, ARGV[8])
redis.call('HSET', progress, ARGV[2], tostring(now))
if waiting() > 0 then return 'begun' end
redis.call('DEL', marker)
return 'last'`,
  // job, node, slot, what it does now, kind, how long it took or nothing, weight of the latest, life of results, results
  Finish: `redis.call('SREM', triesOf(ARGV[1]), ARGV[2])
if redis.call('HEXISTS', infos, ARGV[3]) == 1 then redis.call('HSET', progress, ARGV[3], ARGV[4]) end
if ARGV[6] ~= '' then
  local mean = tonumber(redis.call('HGET', times, ARGV[5]) or ARGV[6])
  redis.call('HSET', times, ARGV[5], tostring(mean + ARGV[7] * (ARGV[6] - mean)))
end
if ARGV[8] and unwanted(ARGV[1], ARGV[3]) then return 0 end
for i = 9, #ARGV do redis.call('ZADD', objects, now + ARGV[8], ARGV[i]) end
return 1`,
  // slot, object; what is overdue may have been deleted
  Adopt: `if tonumber(redis.call('ZSCORE', objects, ARGV[2]) or 0) <= now then return 0 end
redis.call('ZREM', objects, ARGV[2])
forget(ARGV[1])
return 1`,
  Wake: `redis.call('ZADD', marker, 0, '0')
return 1`,
  NotWanted: `redis.call('SET', unwantedKey(ARGV[1]), '', 'PX', ARGV[2])
return 1`,
  // node, life, report, what it says about itself, format and its life, then job and slot of each that runs
  Report: `redis.call('ZADD', nodes, now + ARGV[2], ARGV[1])
redis.call('HSET', reports, ARGV[1], ARGV[3])
redis.call('ZADD', formats, now + ARGV[6], ARGV[5])
hear(ARGV[1], ARGV[4])
local stop = {}
for i = 7, #ARGV, 2 do
  if unwanted(ARGV[i], ARGV[i + 1]) then table.insert(stop, ARGV[i]) end
end
return stop`,
  LeaveNode: `redis.call('ZREM', nodes, ARGV[1])
redis.call('HDEL', reports, ARGV[1])
return 1`,
  OverdueObjects: `return redis.call('ZRANGEBYSCORE', objects, '-inf', now, 'LIMIT', 0, 1000)`,
  ForgetObjects: `for i = 1, #ARGV do redis.call('ZREM', objects, ARGV[i]) end
return 1`,
} as const
