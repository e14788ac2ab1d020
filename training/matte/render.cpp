// Small software rasteriser: textured triangle meshes, perspective, z-buffer, S x S supersampling, three lights (the key
// one with a shadow map), a soft sky/ground ambient, a little specular; RGBA with exact coverage and a soft ground shadow.
//   g++ -O3 -march=native -shared -fPIC -o librender.so render.cpp
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>
#include <algorithm>
using namespace std;
typedef float V3[3];
static inline float dot(const float* a, const float* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static inline void norm(float* a) {
  float l = sqrtf(dot(a, a)) + 1e-12f;
  a[0] /= l;
  a[1] /= l;
  a[2] /= l;
}
static inline void cross(const float* a, const float* b, float* o) {
  o[0] = a[1] * b[2] - a[2] * b[1];
  o[1] = a[2] * b[0] - a[0] * b[2];
  o[2] = a[0] * b[1] - a[1] * b[0];
}
struct Vert {
  float p[3], n[3], t[2];
};
extern "C" {
// pos [nv][3] world, uv [nv][2], face [nf][3], obj [nf] texture index; tex: n textures, each RGB8 w x h (pointers)
// cam: eye[3], right[3], up[3], fwd[3], focal (in px of the final image), cx, cy; W, H final size; S supersampling
// light: 3 x (dir[3] towards light, rgb[3]); amb: sky rgb, ground rgb; spec strength, exponent; shadow softness, key shadow
// strength out: RGBA float [H][W][4] straight alpha colour (sRGB 0..255), sh: float [H][W] ground shadow (ground z=0), may be
// null
void render(int nv, const float* pos, const float* uv, int nf, const int* face, const int* obj, int nt, const uint8_t** tex,
            const int* tw, const int* th, const float* mat /* per texture: spec, exponent */, const float* cam, int W, int H,
            int S, const float* light, const float* amb, float soft, int ground, float exposure, float* out, float* sh) {
  const float *eye = cam, *R = cam + 3, *U = cam + 6, *F = cam + 9;
  float foc = cam[12] * S, cx = cam[13] * S, cy = cam[14] * S;
  int w = W * S, h = H * S;
  vector<float> N(nv * 3, 0.f), P(nv * 3);
  for (int i = 0; i < nf; i++) {
    const int* f = face + i * 3;
    float a[3], b[3], n[3];
    for (int k = 0; k < 3; k++) {
      a[k] = pos[f[1] * 3 + k] - pos[f[0] * 3 + k];
      b[k] = pos[f[2] * 3 + k] - pos[f[0] * 3 + k];
    }
    cross(a, b, n);
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++) N[f[j] * 3 + k] += n[k];
  }
  // Seams of the texture split vertices: normals are joined where positions meet.
  {
    vector<int> id(nv);
    for (int i = 0; i < nv; i++) id[i] = i;
    sort(id.begin(), id.end(), [&](int a, int b) {
      for (int k = 0; k < 3; k++)
        if (pos[a * 3 + k] != pos[b * 3 + k]) return pos[a * 3 + k] < pos[b * 3 + k];
      return false;
    });
    for (int i = 0; i < nv;) {
      int j = i;
      float s[3] = {0, 0, 0};
      while (j < nv && !memcmp(pos + id[i] * 3, pos + id[j] * 3, 12)) {
        for (int k = 0; k < 3; k++) s[k] += N[id[j] * 3 + k];
        j++;
      }
      for (int q = i; q < j; q++)
        for (int k = 0; k < 3; k++) N[id[q] * 3 + k] = s[k];
      i = j;
    }
  }
  for (int i = 0; i < nv; i++) {
    norm(&N[i * 3]);
    float d[3];
    for (int k = 0; k < 3; k++) d[k] = pos[i * 3 + k] - eye[k];
    float z = dot(d, F);
    P[i * 3 + 2] = z;
    float iz = 1.f / max(z, 1e-4f);
    P[i * 3] = cx + foc * dot(d, R) * iz;
    P[i * 3 + 1] = cy - foc * dot(d, U) * iz;
  }
  // shadow map of the key light
  const int M = 768;
  float lo[3] = {1e9, 1e9, 1e9}, hi[3] = {-1e9, -1e9, -1e9};
  float L[3] = {light[0], light[1], light[2]};
  norm(L);
  float A[3], B[3], up[3] = {0.13f, 0.2f, 1.f};
  cross(up, L, A);
  norm(A);
  cross(L, A, B);
  vector<float> Q(nv * 3);
  for (int i = 0; i < nv; i++) {
    const float* p = pos + i * 3;
    float q[3] = {dot(p, A), dot(p, B), -dot(p, L)};
    for (int k = 0; k < 3; k++) {
      Q[i * 3 + k] = q[k];
      lo[k] = min(lo[k], q[k]);
      hi[k] = max(hi[k], q[k]);
    }
  }
  float ext = max(hi[0] - lo[0], hi[1] - lo[1]) * 1.04f + 1e-6f, ms = M / ext, ox = (lo[0] + hi[0]) / 2 - ext / 2,
        oy = (lo[1] + hi[1]) / 2 - ext / 2, bias = ext * .006f;
  vector<float> sm(M * M, 1e9f);
  for (int i = 0; i < nf; i++) {
    const int* f = face + i * 3;
    float x[3], y[3], z[3];
    for (int j = 0; j < 3; j++) {
      x[j] = (Q[f[j] * 3] - ox) * ms;
      y[j] = (Q[f[j] * 3 + 1] - oy) * ms;
      z[j] = Q[f[j] * 3 + 2];
    }
    float ar = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    if (fabsf(ar) < 1e-9f) continue;
    float ia = 1 / ar;
    int x0 = max(0, (int)floorf(min(x[0], min(x[1], x[2])))), x1 = min(M - 1, (int)ceilf(max(x[0], max(x[1], x[2])))),
        y0 = max(0, (int)floorf(min(y[0], min(y[1], y[2])))), y1 = min(M - 1, (int)ceilf(max(y[0], max(y[1], y[2]))));
    for (int yy = y0; yy <= y1; yy++)
      for (int xx = x0; xx <= x1; xx++) {
        float px = xx + .5f, py = yy + .5f;
        float b = ((px - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (py - y[0])) * ia,
              c = ((x[1] - x[0]) * (py - y[0]) - (px - x[0]) * (y[1] - y[0])) * ia, a = 1 - b - c;
        if (a < -.02f || b < -.02f || c < -.02f) continue;
        float zz = a * z[0] + b * z[1] + c * z[2];
        float& s = sm[yy * M + xx];
        if (zz < s) s = zz;
      }
  }
  auto lit = [&](const float* p, float r, int taps, uint32_t seed) {
    float u = (dot(p, A) - ox) * ms, v = (dot(p, B) - oy) * ms, z = -dot(p, L) - bias;
    int n = 0;
    uint32_t s = seed * 747796405u + 2891336453u;
    for (int k = 0; k < taps; k++) {
      s = s * 1664525u + 1013904223u;
      float an = (s >> 8) * (6.2831853f / 16777216.f);
      s = s * 1664525u + 1013904223u;
      float ra = sqrtf((s >> 8) / 16777216.f) * r;
      int x = (int)(u + ra * cosf(an)), y = (int)(v + ra * sinf(an));
      if (x < 0 || y < 0 || x >= M || y >= M || sm[y * M + x] >= z) n++;
    }
    return n / (float)taps;
  };
  // z-buffer with triangle ids
  vector<float> zb((size_t)w * h, 0.f);
  vector<int> tb((size_t)w * h, -1);
  for (int i = 0; i < nf; i++) {
    const int* f = face + i * 3;
    float x[3], y[3], iz[3];
    bool bad = false;
    for (int j = 0; j < 3; j++) {
      x[j] = P[f[j] * 3];
      y[j] = P[f[j] * 3 + 1];
      if (P[f[j] * 3 + 2] < 1e-3f) bad = true;
      iz[j] = 1.f / P[f[j] * 3 + 2];
    }
    if (bad) continue;
    float ar = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    if (fabsf(ar) < 1e-9f) continue;
    float ia = 1 / ar;
    int x0 = max(0, (int)floorf(min(x[0], min(x[1], x[2])))), x1 = min(w - 1, (int)ceilf(max(x[0], max(x[1], x[2])))),
        y0 = max(0, (int)floorf(min(y[0], min(y[1], y[2])))), y1 = min(h - 1, (int)ceilf(max(y[0], max(y[1], y[2]))));
    for (int yy = y0; yy <= y1; yy++)
      for (int xx = x0; xx <= x1; xx++) {
        float px = xx + .5f, py = yy + .5f;
        float b = ((px - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (py - y[0])) * ia,
              c = ((x[1] - x[0]) * (py - y[0]) - (px - x[0]) * (y[1] - y[0])) * ia, a = 1 - b - c;
        if (a < -1e-5f || b < -1e-5f || c < -1e-5f) continue;
        float q = a * iz[0] + b * iz[1] + c * iz[2];
        size_t k = (size_t)yy * w + xx;
        if (q > zb[k]) {
          zb[k] = q;
          tb[k] = i;
        }
      }
  }
  static float lin[256];
  for (int i = 0; i < 256; i++) lin[i] = powf(i / 255.f, 2.2f);
  float L2[3][3];
  for (int j = 0; j < 3; j++) {
    memcpy(L2[j], light + j * 6, 12);
    norm(L2[j]);
  }
  for (int Y = 0; Y < H; Y++)
    for (int X = 0; X < W; X++) {
      float acc[3] = {0, 0, 0};
      int cov = 0;
      for (int sy = 0; sy < S; sy++)
        for (int sx = 0; sx < S; sx++) {
          int xx = X * S + sx, yy = Y * S + sy;
          int i = tb[(size_t)yy * w + xx];
          if (i < 0) continue;
          cov++;
          const int* f = face + i * 3;
          float x[3], y[3], iz[3];
          for (int j = 0; j < 3; j++) {
            x[j] = P[f[j] * 3];
            y[j] = P[f[j] * 3 + 1];
            iz[j] = 1 / P[f[j] * 3 + 2];
          }
          float ar = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]), ia = 1 / ar, px = xx + .5f, py = yy + .5f;
          float b = ((px - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (py - y[0])) * ia,
                c = ((x[1] - x[0]) * (py - y[0]) - (px - x[0]) * (y[1] - y[0])) * ia, a = 1 - b - c;
          float q = 1 / (a * iz[0] + b * iz[1] + c * iz[2]);
          a *= iz[0] * q;
          b *= iz[1] * q;
          c *= iz[2] * q;
          float p[3], n[3];
          for (int k = 0; k < 3; k++) {
            p[k] = a * pos[f[0] * 3 + k] + b * pos[f[1] * 3 + k] + c * pos[f[2] * 3 + k];
            n[k] = a * N[f[0] * 3 + k] + b * N[f[1] * 3 + k] + c * N[f[2] * 3 + k];
          }
          norm(n);
          float v[3];
          for (int k = 0; k < 3; k++) v[k] = eye[k] - p[k];
          norm(v);
          if (dot(n, v) < 0)
            for (int k = 0; k < 3; k++) n[k] = -n[k];
          int o = obj[i];
          const uint8_t* T = tex[o];
          int W2 = tw[o], H2 = th[o];
          float tu = (a * uv[f[0] * 2] + b * uv[f[1] * 2] + c * uv[f[2] * 2]) * W2 - .5f,
                tv = (1 - (a * uv[f[0] * 2 + 1] + b * uv[f[1] * 2 + 1] + c * uv[f[2] * 2 + 1])) * H2 - .5f;
          int iu = (int)floorf(tu), iv = (int)floorf(tv);
          float fu = tu - iu, fv = tv - iv;
          int u0 = min(max(iu, 0), W2 - 1), u1 = min(max(iu + 1, 0), W2 - 1), v0 = min(max(iv, 0), H2 - 1),
              v1 = min(max(iv + 1, 0), H2 - 1);
          float col[3];
          for (int k = 0; k < 3; k++)
            col[k] = (lin[T[(v0 * W2 + u0) * 3 + k]] * (1 - fu) + lin[T[(v0 * W2 + u1) * 3 + k]] * fu) * (1 - fv) +
                     (lin[T[(v1 * W2 + u0) * 3 + k]] * (1 - fu) + lin[T[(v1 * W2 + u1) * 3 + k]] * fu) * fv;
          float key = lit(p, 3.f + soft * 6.f, 4, xx * 9781u + yy * 6271u), sky = .5f + .5f * n[2], sp = 0;
          float near = ground ? .6f + .4f * min(1.f, max(0.f, p[2]) * 3.f / (ext + 1e-6f)) : 1.f;
          if (n[2] > .3f) near = max(near, .85f);
          float li[3];
          for (int k = 0; k < 3; k++) li[k] = near * (amb[k] * sky + amb[3 + k] * (1 - sky));
          float sl[3] = {0, 0, 0};
          for (int j = 0; j < 3; j++) {
            float d = max(0.f, dot(n, L2[j])), m = j == 0 ? key : 1.f;
            for (int k = 0; k < 3; k++) li[k] += d * m * light[j * 6 + 3 + k];
            float hv[3];
            for (int k = 0; k < 3; k++) hv[k] = L2[j][k] + v[k];
            norm(hv);
            sp = mat[o * 2] * powf(max(0.f, dot(n, hv)), mat[o * 2 + 1]) * m * (d > 0);
            for (int k = 0; k < 3; k++) sl[k] += sp * light[j * 6 + 3 + k];
          }
          for (int k = 0; k < 3; k++) acc[k] += min(1.f, exposure * (col[k] * li[k] + sl[k]));
        }
      float* O = out + ((size_t)Y * W + X) * 4;
      O[3] = cov * 255.f / (S * S);
      for (int k = 0; k < 3; k++) O[k] = cov ? 255.f * powf(acc[k] / cov, 1 / 2.2f) : 0;
    }
  if (sh)
    for (int Y = 0; Y < H; Y += 2)
      for (int X = 0; X < W; X += 2) {
        float r = 0;
        float d[3];
        for (int k = 0; k < 3; k++) d[k] = F[k] + R[k] * ((X + 1) * S - cx) / foc - U[k] * ((Y + 1) * S - cy) / foc;
        if (ground && d[2] < -1e-4f) {
          float t = -eye[2] / d[2];
          float p[3] = {eye[0] + t * d[0], eye[1] + t * d[1], 0.f};
          r = 1 - lit(p, 4.f + soft * 40.f, 24, X * 9781u + Y * 6271u);
        }
        for (int a = 0; a < 2; a++)
          for (int b = 0; b < 2; b++)
            if (Y + a < H && X + b < W) sh[(size_t)(Y + a) * W + X + b] = r;
      }
}
}
