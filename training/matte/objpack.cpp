// objpack LIST: for each line "IN.obj OUT.bin" writes the mesh small: u32 nv, nf; f32 scale, lo[3]; u16 pos[nv][3], uv[nv][2];
// u32 face[nf][3]
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <vector>
#include <unordered_map>
#include <algorithm>
#include <string>
using namespace std;
int main(int c, char** a) {
  FILE* l = fopen(a[1], "r");
  char in[900], out[900];
  int done = 0;
  while (fscanf(l, "%899s %899s", in, out) == 2) {
    FILE* f = fopen(in, "rb");
    if (!f) continue;
    fseek(f, 0, SEEK_END);
    long n = ftell(f);
    rewind(f);
    string s(n, 0);
    if (fread(&s[0], 1, n, f) != (size_t)n) {
      fclose(f);
      continue;
    }
    fclose(f);
    vector<float> v, t;
    vector<uint32_t> face;
    vector<pair<uint32_t, uint32_t>> key;
    unordered_map<uint64_t, uint32_t> id;
    char* p = &s[0];
    char* e = p + n;
    bool ok = true;
    while (p < e) {
      if (p[0] == 'v' && p[1] == ' ') {
        p += 2;
        for (int i = 0; i < 3; i++) v.push_back(strtof(p, &p));
      } else if (p[0] == 'v' && p[1] == 't') {
        p += 3;
        for (int i = 0; i < 2; i++) t.push_back(strtof(p, &p));
      } else if (p[0] == 'f' && p[1] == ' ') {
        p += 2;
        uint32_t q[4];
        int k = 0;
        while (p < e && *p != '\n' && *p != '\r' && k < 4) {
          char* b = p;
          long x = strtol(p, &p, 10);
          if (p == b) break;
          long y = 1;
          if (*p == '/') {
            p++;
            y = strtol(p, &p, 10);
            if (*p == '/') {
              p++;
              strtol(p, &p, 10);
            }
          }
          uint64_t kk = (uint64_t)(x - 1) << 32 | (uint32_t)(y - 1);
          auto it = id.find(kk);
          if (it == id.end()) {
            it = id.emplace(kk, (uint32_t)key.size()).first;
            key.push_back({(uint32_t)(x - 1), (uint32_t)(y - 1)});
          }
          q[k++] = it->second;
          while (*p == ' ') p++;
        }
        for (int i = 2; i < k; i++) {
          face.push_back(q[0]);
          face.push_back(q[i - 1]);
          face.push_back(q[i]);
        }
      }
      while (p < e && *p != '\n') p++;
      p++;
    }
    if (face.empty() || t.empty()) continue;
    float lo[3], hi[3];
    for (int i = 0; i < 3; i++) {
      lo[i] = 1e9;
      hi[i] = -1e9;
    }
    for (auto& k : key)
      for (int i = 0; i < 3; i++) {
        float x = v[k.first * 3 + i];
        lo[i] = min(lo[i], x);
        hi[i] = max(hi[i], x);
      }
    float sc = max(hi[0] - lo[0], max(hi[1] - lo[1], hi[2] - lo[2]));
    FILE* o = fopen(out, "wb");
    uint32_t nv = key.size(), nf = face.size() / 3;
    fwrite(&nv, 4, 1, o);
    fwrite(&nf, 4, 1, o);
    fwrite(&sc, 4, 1, o);
    fwrite(lo, 4, 3, o);
    vector<uint16_t> b;
    for (auto& k : key)
      for (int i = 0; i < 3; i++) b.push_back((uint16_t)((v[k.first * 3 + i] - lo[i]) / sc * 65535 + .5f));
    fwrite(b.data(), 2, b.size(), o);
    b.clear();
    for (auto& k : key)
      for (int i = 0; i < 2; i++) {
        float x = k.second * 2 + i < t.size() ? t[k.second * 2 + i] : 0;
        b.push_back((uint16_t)(min(1.f, max(0.f, x)) * 65535 + .5f));
      }
    fwrite(b.data(), 2, b.size(), o);
    fwrite(face.data(), 4, face.size(), o);
    fclose(o);
    done++;
  }
  printf("%d meshes\n", done);
}
